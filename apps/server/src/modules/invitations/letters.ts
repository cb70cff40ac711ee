import { INVITATION_DAYS } from '@cairn/contract';
import { letter, type Sender, type Written } from '../../platform/letters.ts';
import type { DescribedInvitation } from './store.ts';

/** What somebody is asked to, in the words of the letter. */
const offered = ({ level, company_name, loan_name }: DescribedInvitation): string => {
  if (loan_name) return `to take part in the loan “${loan_name}” at ${company_name}`;
  return `to ${level === 'OWNER' ? 'run' : 'work in'} ${company_name} on Cairn`;
};

export const invitationLetter = (
  sender: Sender,
  invitation: DescribedInvitation,
  link: string,
): Written =>
  letter(sender, `You are invited to ${sender.name}`, [
    `${invitation.given_name}, ${invitation.inviter_name ?? 'somebody'} invites you ${offered(invitation)}.`,
    { link, words: 'See the invitation' },
    `The link is for you alone, works once, and is good for ${INVITATION_DAYS} days. If a newer mail like this one came after it, use that one.`,
    'Opening the link changes nothing: you accept or decline on the page. If you do not know what this is about, you can ignore this mail.',
  ]);
