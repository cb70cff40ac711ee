export { makingActivities } from './making.ts';
export { packageRoutes } from './routes.ts';
