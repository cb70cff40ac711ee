export { becomeIndividual } from './inviting.ts';
export { applicationRoutes } from './routes.ts';
export { applicationActivities } from './telling.ts';
