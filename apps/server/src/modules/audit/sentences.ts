/**
 * What an audit entry says to a person. A kind that is not listed is still shown, in the words of its
 * kind; a test finds it.
 */
import { applicationKinds } from './kinds-applications.ts';
import { companyKinds } from './kinds-company.ts';
import { loansKinds } from './kinds-loans.ts';
import { messageKinds } from './kinds-messages.ts';
import { partyKinds } from './kinds-parties.ts';
import { peopleKinds } from './kinds-people.ts';
import { shoeboxKinds } from './kinds-shoebox.ts';
import { onLoan, type Kinds, type Told } from './telling.ts';

export const KINDS: Kinds = {
  ...applicationKinds,
  ...companyKinds,
  ...loansKinds,
  ...messageKinds,
  ...partyKinds,
  ...peopleKinds,
  ...shoeboxKinds,
};

/** "phase.savedOrder" → "phase saved order": better than nothing, until the kind is listed. */
const inWords = (kind: string): string =>
  kind
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

export const sentenceOf = (kind: string, told: Told): string =>
  KINDS[kind as keyof Kinds]?.says(told) ?? `${told.who}: ${inWords(kind)}${onLoan(told)}`;

export const kindChoices = (): { value: string; label: string }[] =>
  Object.entries(KINDS)
    .map(([value, { title }]) => ({ value, label: title }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'));
