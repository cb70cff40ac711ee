/** States, steps and roles of applications, shared by the server and the pages. */
import type { EntityKind, EntityLabel } from './entity-fields.ts';

/**
 * States of an application: in progress, submitted, in review, decided. WITHDRAWN is the loan's status, and only
 * possible before the review starts.
 */
export const APPLICATION_STATES = {
  DRAFT: 'In progress',
  SUBMITTED: 'Submitted',
  IN_REVIEW: 'In review',
  ACCEPTED: 'Accepted',
  REJECTED: 'Declined',
  WITHDRAWN: 'Withdrawn',
} as const;
export type ApplicationState = keyof typeof APPLICATION_STATES;
export const APPLICATION_STATE_CODES = Object.keys(APPLICATION_STATES) as [
  ApplicationState,
  ...ApplicationState[],
];

/** The applicant's steps through an application; the URL names the open one. */
export const APPLICATION_STEPS = {
  business: 'Business',
  people: 'People',
  collateral: 'Collateral',
  'own-info': 'Your information',
  documents: 'Documents',
  submit: 'Review and submit',
} as const;
export type ApplicationStep = keyof typeof APPLICATION_STEPS;
export const APPLICATION_STEP_CODES = Object.keys(APPLICATION_STEPS) as [
  ApplicationStep,
  ...ApplicationStep[],
];

/** Information that must be known about a person before they can confirm that it is complete. */
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

/**
 * Maximum number of applications that one person may have open, or start in a day, at one lender, to prevent flooding a
 * lender with applications.
 */
export const MAX_DRAFTS = 5;

/** The roles in an application, and the kinds of entities that can have them. */
export const APPLICATION_ROLES = {
  APPLICANT: { name: 'Borrower', kinds: ['COMPANY', 'INDIVIDUAL', 'TRUST'] },
  PRIMARY_OPERATION_COMPANY: { name: 'Operating company', kinds: ['COMPANY'] },
  EPC: { name: 'Property owner', kinds: ['COMPANY', 'TRUST'] },
  GUARANTOR: { name: 'Guarantor', kinds: ['INDIVIDUAL', 'COMPANY', 'TRUST'] },
} as const;

/** A company's changes to the roles, by label. The borrower can only be renamed, because every application has one. */
export type OwnApplicationRoles = {
  [Label in EntityLabel]?: { name?: string | undefined; offered?: boolean | undefined } | undefined;
};

export interface ApplicationRole {
  label: EntityLabel;
  name: string;
  /** Whether applicants can choose the role. Entities that already have it keep it. */
  offered: boolean;
  kinds: EntityKind[];
}

/** The roles of a company's applications, with its own names and which of them it offers. */
export const applicationRolesOf = (own: OwnApplicationRoles): ApplicationRole[] =>
  (Object.keys(APPLICATION_ROLES) as EntityLabel[]).map((label) => ({
    label,
    name: own[label]?.name ?? APPLICATION_ROLES[label].name,
    offered: own[label]?.offered ?? true,
    kinds: [...APPLICATION_ROLES[label].kinds],
  }));
