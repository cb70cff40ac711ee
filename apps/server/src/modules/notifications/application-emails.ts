/** Emails about loan applications. */
import { composeEmail } from '../../platform/email/compose.ts';
import { signatureOf, type EmailContent, type Sender } from '../../platform/email/content.ts';
import { safeSenderName } from '../../platform/email/sender-name.ts';
import type { PendingFacts } from './deliver-store.ts';

/** No employee has read the application: the applicant is a stranger, and the email contains none of their text. */
export const submittedEmail = (
  sender: Sender,
  { company_id, loan_id, company_name }: PendingFacts,
) =>
  composeEmail(
    { ...sender, name: company_name },
    'New loan application',
    [
      'A loan application was submitted and is ready for your review.',
      {
        link: `${sender.site}/loans/${loan_id}/application/${company_id}`,
        words: 'Open the application',
      },
    ],
    { reason: 'You get this email because you review loan applications.' },
  );

/** Like the email about a new application: without text of the applicant. */
export const withdrawnEmail = (
  sender: Sender,
  { company_id, loan_id, company_name }: PendingFacts,
) =>
  composeEmail(
    { ...sender, name: company_name },
    'Loan application withdrawn',
    [
      'An applicant withdrew a loan application. Nothing is left for you to review.',
      {
        link: `${sender.site}/loans/${loan_id}/application/${company_id}`,
        words: 'Open the application',
      },
    ],
    { reason: 'You get this email because you review loan applications.' },
  );

export function decisionEmail(sender: Sender, fact: PendingFacts): EmailContent {
  const name = safeSenderName(fact.loan_name, '');
  const which = name === '' ? 'your application' : `the application “${name}”`;
  const accepted = fact.detail.accepted === true;
  const responseLines = (fact.response_message ?? '')
    .split(/\n+/)
    .filter((line) => line.trim() !== '');
  return composeEmail(
    sender,
    `${name || 'Your application'}: ${accepted ? 'accepted' : 'declined'}`,
    [
      accepted
        ? `${sender.name} is moving ${which} forward. This is not a loan approval.`
        : `${sender.name} has declined ${which}.`,
      ...(responseLines.length > 0
        ? [`${sender.name} writes:`, ...responseLines, ...signatureOf(sender)]
        : []),
      {
        link: `${sender.site}/apply-now/applications/${fact.company_id}/${fact.loan_id}`,
        words: 'Open the application',
      },
    ],
    { reason: 'You get this email because you applied for this loan.' },
  );
}
