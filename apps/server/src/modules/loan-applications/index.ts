export { becomeIndividual } from './invite-individual.ts';
export { applicationRoutes } from './routes.ts';
