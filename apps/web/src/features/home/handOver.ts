import type { ContactRelation, Party } from '@cairn/contract';

/** Who may have a request: `user` and `invitation` say what the id after them is of. */
export type Assignee = `${'user' | 'invitation'} ${string}`;

export interface AssigneeChoice {
  value: Assignee;
  label: string;
  emailAddress: string;
}

const lends = ({ role }: { role: string }): boolean =>
  role === 'LENDER' || role === 'UNDERWRITER_LENDER';

/** People on the loan and those who are invited and have not accepted yet; not the caller, nor who lends. */
export const assigneeChoices = (people: readonly Party[], ownId: string): AssigneeChoice[] =>
  people
    .filter(({ id, worksHere, roles }) => id !== ownId && !worksHere && !roles.some(lends))
    .map(({ id, displayName, emailAddress, invitation }) => ({
      value: `${invitation ? 'invitation' : 'user'} ${id}`,
      label: invitation ? `${displayName} (invited)` : displayName,
      emailAddress,
    }));

/** A person who is listed needs no invitation. */
export function choiceWith(
  choices: readonly AssigneeChoice[],
  emailAddress: string,
): AssigneeChoice | undefined {
  const address = emailAddress.trim().toLowerCase();
  return choices.find((each) => each.emailAddress.toLowerCase() === address);
}

/** An address that was on the loan all along became a contact without an invitation. */
export const assigneeOf = ({ contactUser, invitation }: ContactRelation): Assignee =>
  `${invitation ? 'invitation' : 'user'} ${contactUser.id}`;
