/** One-line summaries of a conversation. */
import type { Message, Person, Thread } from '@cairn/contract';
import { personName } from '../../lib/format/names.ts';

const firstName = (person: Person): string => person.givenName ?? personName(person);

/** For example "Elena Marsh, Marcus Oyelaran and you". */
export function memberNames({ users }: Pick<Thread, 'users'>, me: string): string {
  const others = users.flatMap(({ user }) => (user.id === me ? [] : [personName(user)]));
  return `${others.join(', ')} and you`;
}

const shortNames = ({ users }: Thread, me: string): string =>
  users.flatMap(({ user }) => (user.id === me ? [] : [firstName(user)])).join(', ');

/** The subject, or the first names of the members. In a list of several loans (`among`), the loan name comes first. */
export function titleOf(thread: Thread, me: string, among?: readonly Thread[]): string {
  const title = thread.subject ?? shortNames(thread, me);
  if (!among) return title;
  const alone = among.every(({ id, loanId }) => id === thread.id || loanId !== thread.loanId);
  return thread.subject === null && alone ? thread.loan.name : `${thread.loan.name} · ${title}`;
}

/** For example "Elena: Got it, here you go." */
export const previewOf = ({ createdByUser, textPreview }: Message, me: string): string =>
  `${createdByUser.id === me ? 'You' : firstName(createdByUser)}: ${textPreview}`;

/** For example "Elena is typing…" or "Elena and Jonas are typing…". */
export function typingLine(people: readonly Person[]): string {
  const names = people.map(firstName);
  if (names.length === 0) return '';
  if (names.length === 1) return `${names[0]} is typing…`;
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are typing…`;
}
