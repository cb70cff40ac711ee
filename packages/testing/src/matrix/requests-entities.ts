/** Aims of the calls about entities and details. */
import type { loanFields } from '@cairn/contract/custom-fields';
import type { entities } from '@cairn/contract/entities';
import { LOAN, loanById, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';
import type { Scope } from './world.ts';

/** `self` is the caller's own individual, the other scopes have another person's entity. */
const ENTITY: readonly Scope[] = ['own', 'self', 'same-company', 'other-company', 'missing'];

const company = { information: { legalName: 'New one', entityType: 'LLC' } };
const newOn =
  (information: Record<string, string>, more: object = {}) =>
  ({ loan }: Target): Aimed => ({ body: { ...more, loanId: loan.id, information } });
const collateral = { title: 'New one' };
const house = { ...collateral, street: '1 Main St', city: 'Bend', state: 'OR' };
const entityById = ({ entity }: Target): Aimed => ({ params: { id: entity.id } });
/** An update without changes, so that every cell finds the entity unchanged. */
const unchanged = ({ entity }: Target): Aimed => ({
  params: { id: entity.id },
  body: { version: 1, information: {} },
});
/** An existing entity of another kind: not found for every caller. */
const ofAnotherKind: Pick<Aim, 'scopes'> = { scopes: ['own', 'missing'] };
const loanByLoanId = ({ loan }: Target): Aimed => ({ params: { loanId: loan.id } });

export const ENTITY_AIMS: Record<keyof typeof entities | keyof typeof loanFields, Aim> = {
  createAsset: { scopes: LOAN, at: newOn(collateral, { type: 'OTHER_ASSET' }) },
  createRealEstate: { scopes: LOAN, at: newOn(house) },
  createBusiness: { scopes: LOAN, at: newOn(company.information) },
  createEquipment: { scopes: LOAN, at: newOn(collateral) },
  createBankAsset: { scopes: LOAN, at: newOn({ ...collateral, institution: 'First Bank' }) },
  createRandomAsset: { scopes: LOAN, at: newOn(collateral) },
  renameEntity: {
    scopes: ENTITY,
    at: ({ entity }) => ({ params: { id: entity.id }, body: { name: 'CANARY-OWN renamed' } }),
  },
  getOwnIndividual: { scopes: LOAN, at: ({ loan }) => ({ query: { loanId: loan.id } }) },
  createIndividualFromUser: {
    scopes: [...LOAN, 'self'],
    at: ({ loan, accountId }, scope) => ({
      body: { loanId: loan.id, ...(scope !== 'self' && { userId: accountId }) },
    }),
  },
  getIndividualOfUser: {
    scopes: LOAN,
    at: ({ loan, individualUserId }) => ({
      params: { userId: individualUserId },
      query: { loanId: loan.id },
    }),
  },
  setOwners: {
    scopes: ENTITY,
    at: ({ entity }) => ({ params: { id: entity.id }, body: { version: 0, owners: [] } }),
  },
  updateBusiness: { scopes: ['own', 'same-company', 'other-company', 'missing'], at: unchanged },
  getBusiness: { scopes: ['own', 'same-company', 'other-company', 'missing'], at: entityById },
  updateRealEstate: { ...ofAnotherKind, at: unchanged },
  getRealEstate: { ...ofAnotherKind, at: entityById },
  updateEquipment: { ...ofAnotherKind, at: unchanged },
  getEquipment: { ...ofAnotherKind, at: entityById },
  updateBankAsset: { ...ofAnotherKind, at: unchanged },
  getBankAsset: { ...ofAnotherKind, at: entityById },
  updateRandomAsset: { ...ofAnotherKind, at: unchanged },
  getRandomAsset: { ...ofAnotherKind, at: entityById },
  updateIndividual: { scopes: ['self', 'own', 'missing'], at: unchanged },
  getInformationHistory: { scopes: ENTITY, at: entityById },
  restoreInformation: {
    scopes: ENTITY,
    at: ({ entity }) => ({ params: { id: entity.id }, body: { version: 1, from: 1 } }),
  },
  revealIdentifier: {
    scopes: ENTITY,
    at: ({ entity }) => ({
      params: { id: entity.id },
      body: { field: entity.kind === 'INDIVIDUAL' ? 'ssn' : 'taxId' },
    }),
  },
  listLoanEntities: { scopes: LOAN, at: loanById },
  getLoanEntity: {
    scopes: [...ENTITY, 'led-elsewhere'],
    at: ({ loan, entity }) => ({
      params: { loanId: loan.id, loanEntityId: entity.loanEntityId },
    }),
  },
  createEntity: {
    scopes: LOAN,
    at: ({ loan }) => ({ body: { loanId: loan.id, type: 'COMPANY', entity: company } }),
  },
  labelEntity: {
    scopes: ENTITY,
    at: ({ loan, entity }) => ({
      body: { loanId: loan.id, loanEntityId: entity.loanEntityId, labels: ['GUARANTOR'] },
    }),
  },
  removeEntity: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ loan, entity }) => ({ params: { loanId: loan.id, entityId: entity.id } }),
  },
  listLenderEntities: { scopes: LOAN, at: loanByLoanId },
  bulkCreateEntity: {
    scopes: LOAN,
    at: ({ loan }) => ({
      params: { loanId: loan.id },
      body: [{ type: 'COMPANY', ...company }],
    }),
  },
  bulkUpdateEntity: {
    scopes: ['own', 'same-company', 'other-company', 'missing'],
    at: ({ loan, entity }) => ({
      params: { loanId: loan.id },
      body: [{ entityId: entity.id, version: 1, labels: [] }],
    }),
  },
  getLoanDetails: { scopes: LOAN, at: loanByLoanId },
  syncLoanDetails: { scopes: LOAN, at: loanByLoanId },
  addLoanDetails: {
    scopes: LOAN,
    at: ({ loan }) => ({
      params: { loanId: loan.id },
      body: { fields: [{ name: 'CANARY-OWN field', type: 'TEXT' }] },
    }),
  },
  setLoanDetailValues: {
    scopes: LOAN,
    at: ({ loan, fieldId }) => ({
      params: { loanId: loan.id },
      body: { values: [{ fieldId, version: 0, value: 'known' }] },
    }),
  },
};
