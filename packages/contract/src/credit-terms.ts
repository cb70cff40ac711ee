/** Credit checks of a loan's people and businesses, and the notice that follows a declined application. */
import type { EntityKind } from './entity-fields.ts';

export const CREDIT_SERVICES = ['CLEAR_BUSINESS', 'CLEAR_INDIVIDUAL', 'TRANSUNION'] as const;
export type CreditService = (typeof CREDIT_SERVICES)[number];

export const CREDIT_SERVICE_NAMES: Record<CreditService, string> = {
  CLEAR_BUSINESS: 'CLEAR quick flags',
  CLEAR_INDIVIDUAL: 'CLEAR quick flags',
  TRANSUNION: 'TransUnion credit report',
};

/** In the order in which the page shows them. */
export const creditServicesFor = (kind: EntityKind): readonly CreditService[] => {
  if (kind === 'INDIVIDUAL') return ['TRANSUNION', 'CLEAR_INDIVIDUAL'];
  return kind === 'COMPANY' || kind === 'TRUST' ? ['CLEAR_BUSINESS'] : [];
};

export const CREDIT_STATES = ['NOT_SCHEDULED', 'SCHEDULED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

export const CREDIT_FAILURES = {
  SUBJECT_INCOMPLETE:
    'Information is missing. Complete the name, address and tax ID or Social Security number, then run it again.',
  NO_MATCH: 'The service found no file that matches. Check the name, address and number.',
  FILE_FROZEN: 'The person has frozen their credit file. Ask them to lift the freeze.',
  REFUSED: 'The service refused the request. Ask your administrator to check the account with it.',
  UNREADABLE: 'The service’s answer could not be read.',
  UNAVAILABLE: 'The service could not be reached after several tries.',
  NOT_CONFIGURED: 'This service is not set up any more.',
  STALE: 'It did not finish within a day and was replaced by a new run.',
} as const;
export type CreditFailure = keyof typeof CREDIT_FAILURES;

/** Principal reasons, after the sample notice of Regulation B (12 CFR 1002, form C-1). Four at most are usual. */
export const ADVERSE_ACTION_REASONS = {
  INCOMPLETE_APPLICATION: 'Credit application incomplete',
  INSUFFICIENT_CREDIT_EXPERIENCE: 'Insufficient number of credit references or limited experience',
  INCOME_INSUFFICIENT: 'Income or cash flow insufficient for the amount of credit requested',
  EXCESSIVE_OBLIGATIONS: 'Excessive obligations in relation to income or cash flow',
  UNABLE_TO_VERIFY_INCOME: 'Unable to verify income or financial statements',
  LIMITED_TIME_IN_BUSINESS: 'Length of time in business',
  POOR_PERFORMANCE: 'Poor credit performance with us',
  DELINQUENT_OBLIGATIONS: 'Delinquent past or present credit obligations with others',
  COLLECTION_OR_JUDGMENT: 'Collection action or judgment',
  BANKRUPTCY: 'Bankruptcy',
  COLLATERAL_INSUFFICIENT: 'Value or type of collateral not sufficient',
  EQUITY_INSUFFICIENT: 'Equity injection not sufficient',
  NO_CREDIT_FILE: 'No credit file',
  UNACCEPTABLE_PURPOSE: 'We do not grant credit for this purpose',
} as const;
export type AdverseActionReason = keyof typeof ADVERSE_ACTION_REASONS;
export const ADVERSE_ACTION_REASON_CODES = Object.keys(ADVERSE_ACTION_REASONS) as [
  AdverseActionReason,
  ...AdverseActionReason[],
];
export const MAX_ADVERSE_ACTION_REASONS = 4;
export const ADVERSE_ACTION_TEXT_MAX = 20_000;
