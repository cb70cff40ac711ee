import { INVITATION_DAYS } from '@cairn/contract';
import { composeEmail } from '../../platform/email/compose.ts';
import type { EmailContent, Sender } from '../../platform/email/content.ts';
import { safeSenderName } from '../../platform/email/sender-name.ts';
import { writeText, type EmailTexts } from '../../platform/email/texts.ts';
import type { DescribedInvitation } from './store.ts';

/** The data of an invitation that its email uses. */
export type Described = Pick<
  DescribedInvitation,
  'given_name' | 'company_name' | 'loan_name' | 'inviter_name' | 'level'
>;

/** What the person is invited to, as the email words it. */
const offerText = ({ level, company_name, loan_name }: Described): string => {
  if (loan_name !== null) {
    const name = safeSenderName(loan_name, '');
    return name
      ? `to help with the loan “${name}” at ${company_name}`
      : `to help with a loan at ${company_name}`;
  }
  return `to ${level === 'OWNER' ? 'run' : 'work in'} ${company_name} on Cairn`;
};

const greetingFor = ({ given_name }: Described): string => {
  const name = safeSenderName(given_name, '');
  return name === '' ? '' : `${name}, `;
};

/** platform/email/compose.ts appends the company's name. */
const subjectOf = (invitation: Described): string =>
  invitation.loan_name === null
    ? 'You have been invited'
    : 'You have been invited to help with a loan';

/** For an application that no employee has opened: contains no text of the applicant. */
export const strangerInvitationEmail = (
  sender: Sender,
  { company_name }: DescribedInvitation,
  link: string,
): EmailContent =>
  composeEmail(sender, 'You were asked to help with a loan application', [
    `Someone who is applying for a loan at ${company_name} gave your email address. ${company_name} has not reviewed the application yet.`,
    { link, words: 'Get started' },
    `The link is for you alone, works once, and expires in ${INVITATION_DAYS} days.`,
    'If you do not know what this is about, you can ignore this email.',
  ]);

export const invitationEmail = (
  sender: Sender,
  invitation: Described,
  link: string,
  texts: EmailTexts = {},
): EmailContent => {
  const title = subjectOf(invitation);
  // Emails to future colleagues use the product's own text.
  const own = invitation.loan_name === null ? undefined : texts.INVITATION;
  const values = {
    firstName: safeSenderName(invitation.given_name, ''),
    company: invitation.company_name,
    loan: safeSenderName(invitation.loan_name, ''),
    officer: sender.officer?.name,
  };
  const { subject, opening } = writeText(own, values, {
    subject: `${title}: ${sender.name}`,
    opening:
      greetingFor(invitation) +
      `${safeSenderName(invitation.inviter_name, 'Someone')} has invited you ${offerText(invitation)}.`,
  });
  return composeEmail(
    sender,
    title,
    [
      ...opening,
      { link, words: 'Get started' },
      `The link is for you alone, works once, and expires in ${INVITATION_DAYS} days. If you got more than one of these emails, use the newest.`,
      'If you do not know what this is about, you can ignore this email.',
    ],
    { subject },
  );
};
