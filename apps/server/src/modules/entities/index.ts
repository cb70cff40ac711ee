export { changeInformation, makeEntities, placeOnLoan } from './changing.ts';
export { BUSINESS_KINDS, changeEntity } from './editing.ts';
export { openerFor } from './identifiers.ts';
export { informationOf, ownIndividual } from './individuals.ts';
export { checked } from './information.ts';
export {
  entitiesOfLoan,
  saveLabels,
  unlinkEntity,
  type LoanEntityRow,
} from './loan-entities-store.ts';
export { createOnLoan, relabel, takeOffLoan, type NewOnLoan } from './on-loans.ts';
export { presentLoanEntities } from './present.ts';
export { entityRoutes } from './routes.ts';
export { findEntity, individualOf } from './store.ts';
