/** The words of applications, for the server and the pages alike. */

/**
 * Where an application stands: made by somebody who wants a loan, sent in, read by the lender, answered. WITHDRAWN
 * is the loan's status, as long as nobody has begun to read.
 */
export const APPLICATION_STATES = {
  DRAFT: 'Being filled in',
  SUBMITTED: 'Submitted',
  IN_REVIEW: 'In review',
  ACCEPTED: 'Accepted',
  REJECTED: 'Not accepted',
  WITHDRAWN: 'Withdrawn',
} as const;
export type ApplicationState = keyof typeof APPLICATION_STATES;
export const APPLICATION_STATE_CODES = Object.keys(APPLICATION_STATES) as [
  ApplicationState,
  ...ApplicationState[],
];

/** The steps that somebody takes through an application; the address names the one that is open. */
export const APPLICATION_STEPS = {
  business: 'Business',
  people: 'People',
  collateral: 'Collateral',
  'own-info': 'Your information',
  documents: 'Documents',
  submit: 'Check and submit',
} as const;
export type ApplicationStep = keyof typeof APPLICATION_STEPS;
export const APPLICATION_STEP_CODES = Object.keys(APPLICATION_STEPS) as [
  ApplicationStep,
  ...ApplicationStep[],
];

/** What has to be known of somebody before they can say that their own information is complete. */
export const OWN_INFORMATION = [
  'givenName',
  'familyName',
  'emailAddress',
  'phone',
  'ssn',
  'birthDate',
  'citizenship',
  'street',
  'city',
  'state',
  'postalCode',
] as const;

/** How many applications one person may have open at one lender: enough for anybody, too few to flood it. */
export const DRAFTS_MOST = 5;

/** Which roles there are in an application, and for which kinds of entity. */
export const APPLICATION_ROLES = {
  APPLICANT: { name: 'Borrows', kinds: ['COMPANY', 'INDIVIDUAL', 'TRUST'] },
  PRIMARY_OPERATION_COMPANY: { name: 'Runs the business', kinds: ['COMPANY'] },
  EPC: { name: 'Owns the property', kinds: ['COMPANY', 'TRUST'] },
  GUARANTOR: { name: 'Guarantees', kinds: ['INDIVIDUAL', 'COMPANY', 'TRUST'] },
} as const;
