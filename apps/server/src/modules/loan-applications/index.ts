export { becomeIndividual } from './invite-individual.ts';
export { applicationRoutes } from './routes.ts';
export { listOfferedLoans, type OfferedLoan } from './offered-templates-store.ts';
