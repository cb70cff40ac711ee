/** The sentence of an audit entry. A kind without a sentence does not compile. */
import { applicationKinds } from './kinds-loan-applications.ts';
import { companyKinds } from './kinds-company.ts';
import { loansKinds } from './kinds-loans.ts';
import { creditKinds } from './kinds-credit.ts';
import { sharePointKinds } from './kinds-sharepoint.ts';
import { learningCenterKinds } from './kinds-learning-center.ts';
import { messageKinds } from './kinds-messages.ts';
import { noteKinds } from './kinds-notes.ts';
import { loanMemberKinds } from './kinds-loan-members.ts';
import { peopleKinds } from './kinds-people.ts';
import { reminderKinds } from './kinds-reminders.ts';
import { sourcesUsesKinds } from './kinds-sources-uses.ts';
import { shoeboxKinds } from './kinds-shoebox.ts';
import type { EventKind } from '../../platform/event-kinds.ts';
import { onLoan, type Kind, type SentenceSubject } from './sentence-parts.ts';

export const KINDS: Record<EventKind, Kind> = {
  ...applicationKinds,
  ...companyKinds,
  ...loansKinds,
  ...creditKinds,
  ...sharePointKinds,
  ...learningCenterKinds,
  ...messageKinds,
  ...noteKinds,
  ...loanMemberKinds,
  ...peopleKinds,
  ...reminderKinds,
  ...shoeboxKinds,
  ...sourcesUsesKinds,
};

/** "phase.savedOrder" → "phase saved order": an entry that another version of the application recorded. */
const inWords = (kind: string): string =>
  kind
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

export const sentenceOf = (kind: string, subject: SentenceSubject): string =>
  (KINDS as Partial<Record<string, Kind>>)[kind]?.says(subject) ??
  `${subject.who}: ${inWords(kind)}${onLoan(subject)}`;

export const kindChoices = (): { value: string; label: string }[] =>
  Object.entries(KINDS)
    .map(([value, { title }]) => ({ value, label: title }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
