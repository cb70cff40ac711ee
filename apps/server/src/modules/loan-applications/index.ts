export { becomeIndividual } from './invite-individual.ts';
export { applicationRoutes } from './routes.ts';
export { listOffered } from './offered-templates-store.ts';
