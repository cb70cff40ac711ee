/**
 * Writes the draft of an adverse-action notice, as a starting point for the lender and its counsel. Cairn does not send
 * it.
 */
import { ADVERSE_ACTION_REASONS, type AdverseActionReason } from '@cairn/contract';

export interface NoticeFacts {
  readonly lender: string;
  readonly recipient: string;
  readonly loan: string;
  /** ISO date. */
  readonly appliedOn: string | null;
  readonly today: string;
  readonly reasons: readonly AdverseActionReason[];
  /** True if a TransUnion report about the recipient exists. */
  readonly usedTransUnion: boolean;
}

const longDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export function writeNotice(facts: NoticeFacts): string {
  const { lender, recipient, loan, appliedOn, today, reasons, usedTransUnion } = facts;
  const applied = appliedOn ? ` dated ${longDay(appliedOn)}` : '';
  return [
    longDay(today),
    recipient,
    `Re: ${loan}`,
    `Thank you for your application${applied}. We are unable to approve it at this time for the following principal reason${reasons.length === 1 ? '' : 's'}:`,
    reasons.map((reason) => `- ${ADVERSE_ACTION_REASONS[reason]}`).join('\n'),
    ...(usedTransUnion ? [TRANSUNION_NOTICE] : []),
    ECOA_NOTICE,
    `Sincerely,\n${lender}`,
  ].join('\n\n');
}

const TRANSUNION_NOTICE =
  'Our decision was based in whole or in part on information in a consumer report from TransUnion, P.O. Box 1000, Chester, PA 19016, 1-800-888-4213, www.transunion.com. TransUnion did not make this decision and cannot explain why it was made. You have a right to a free copy of your report from TransUnion if you ask for it within 60 days of receiving this notice, and to dispute the accuracy or completeness of any information in it with TransUnion.';

const ECOA_NOTICE =
  'The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, or age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant’s income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is [name and address of the agency].';
