export { partyRoutes } from './routes.ts';
export { partActivities } from './telling.ts';
