import type { ContactRelation, Party } from '@cairn/contract';

/** Who a request can be assigned to. The prefix says whether the ID is that of a user or of an invitation. */
export type Assignee = `${'user' | 'invitation'} ${string}`;

export interface AssigneeChoice {
  value: Assignee;
  label: string;
  emailAddress: string;
}

const lends = ({ role }: { role: string }): boolean =>
  role === 'LENDER' || role === 'UNDERWRITER_LENDER';

/** Members of the loan and people with a pending invitation, without the current user and without lenders. */
export const assigneeChoices = (people: readonly Party[], ownId: string): AssigneeChoice[] =>
  people
    .filter(({ id, worksHere, roles }) => id !== ownId && !worksHere && !roles.some(lends))
    .map(({ id, displayName, emailAddress, invitation }) => ({
      value: `${invitation ? 'invitation' : 'user'} ${id}`,
      label: invitation ? `${displayName} (invited)` : displayName,
      emailAddress,
    }));

/** The listed person with this email address, who needs no invitation. */
export function choiceWith(
  choices: readonly AssigneeChoice[],
  emailAddress: string,
): AssigneeChoice | undefined {
  const address = emailAddress.trim().toLowerCase();
  return choices.find((each) => each.emailAddress.toLowerCase() === address);
}

/** There is no invitation if the email address already belonged to a member of the loan. */
export const assigneeOf = ({ contactUser, invitation }: ContactRelation): Assignee =>
  `${invitation ? 'invitation' : 'user'} ${contactUser.id}`;
