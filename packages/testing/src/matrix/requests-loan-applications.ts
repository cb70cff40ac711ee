/** Aims of the calls about loan applications. */
import type { loanApplications } from '@cairn/contract/loan-applications';
import { COMPANY, ELEMENT, LOAN, NOTHING, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/** `self` is a person's own individual, the other scopes have entities of others. */
const ENTITY: readonly Scope[] = ['own', 'self', 'same-company', 'other-company', 'missing'];

const ofLender = ({ companyId }: Target): Aimed => ({ params: { lenderId: companyId } });
const listOf = ({ companyId }: Target): Aimed => ({ params: { id: companyId } });
const onDraft = ({ draft }: Target): Aimed => ({ params: { loanId: draft.id } });
const withEntity = ({ draft, entity }: Target): Aimed => ({
  params: { applicationId: draft.id, entityId: entity.id },
  // An update without changes, so that every cell finds the entity unchanged.
  body: { version: 1, information: {} },
});

export const LOAN_APPLICATION_AIMS: Record<keyof typeof loanApplications, Aim> = {
  // A template without a loan type: a caller who may apply gets that error, and no roles change.
  createApplication: {
    scopes: COMPANY,
    at: ({ companyId, offeredId }) => ({
      params: { lenderId: companyId },
      body: { templateId: offeredId },
    }),
  },
  updateApplication: {
    scopes: LOAN,
    at: ({ draft }) => ({ params: { id: draft.id }, body: { amount: 1 } }),
  },
  addApplicationBusiness: {
    scopes: LOAN,
    at: ({ draft }) => ({
      body: { loanId: draft.id, information: { legalName: 'New one', entityType: 'LLC' } },
    }),
  },
  addApplicationIndividual: {
    scopes: [...LOAN, 'self'],
    at: ({ draft }, scope) => ({
      body:
        scope === 'self'
          ? { loanId: draft.id, information: {}, self: true }
          : { loanId: draft.id, information: { givenName: 'New', familyName: 'One' } },
    }),
  },
  addApplicationCollateral: {
    scopes: LOAN,
    at: ({ draft }) => ({
      body: { loanId: draft.id, type: 'OTHER_ASSET', information: { title: 'New one' } },
    }),
  },
  updateApplicationBusiness: { scopes: LOAN, at: withEntity },
  updateApplicationIndividual: { scopes: ['self', 'own', 'missing'], at: withEntity },
  updateApplicationCollateral: {
    scopes: LOAN,
    at: ({ draft, collateral }) => ({
      body: { loanId: draft.id, entityId: collateral.id, version: 1, information: {} },
    }),
  },
  removeApplicationEntity: {
    scopes: ENTITY.filter((scope) => scope !== 'self'),
    at: ({ draft, entity }) => ({ params: { loanId: draft.id, entityId: entity.id } }),
  },
  getApplication: { scopes: LOAN, at: ({ draft }) => ({ params: { id: draft.id } }) },
  listApplications: { scopes: NOTHING, at: () => ({}) },
  listOpenApplications: { scopes: COMPANY, at: listOf },
  listRejectedApplications: { scopes: COMPANY, at: listOf },
  listLenderApplications: { scopes: COMPANY, at: listOf },
  listApplicationElements: { scopes: LOAN, at: onDraft },
  removeApplicationElements: {
    scopes: ELEMENT,
    at: ({ draft, element }) => ({ body: [{ id: element.id, loanId: draft.id }] }),
  },
  // Required information is missing: a caller who may confirm gets that error.
  submitOwnInfo: { scopes: LOAN, at: onDraft },
  submitApplication: { scopes: LOAN, at: onDraft },
  withdrawApplication: { scopes: LOAN, at: onDraft },
  startReview: { scopes: LOAN, at: ({ submitted }) => ({ params: { loanId: submitted.id } }) },
  finishReview: {
    scopes: LOAN,
    at: ({ inReview }) => ({ params: { loanId: inReview.id }, body: { decision: 'ACCEPTED' } }),
  },
  inviteIndividualAsBorrower: {
    scopes: LOAN,
    at: ({ draft, individual }) => ({
      params: { loanId: draft.id, loanEntityId: individual.loanEntityId },
    }),
  },
  listCompanyTemplates: { scopes: COMPANY, at: ofLender },
  listTrustTemplates: { scopes: COMPANY, at: ofLender },
  listLoanTemplatesOffered: { scopes: COMPANY, at: ofLender },
  listAssetTemplates: { scopes: COMPANY, at: ofLender },
  listTemplatesOfApplication: { scopes: LOAN, at: onDraft },
  listApplicationInvites: { scopes: LOAN, at: onDraft },
  listApplicationRoles: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { companyId } }),
  },
};
