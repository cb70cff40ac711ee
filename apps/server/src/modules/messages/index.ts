export { draftRoutes } from './draft-routes.ts';
export { messageRoutes } from './routes.ts';
export { messageActivities } from './telling.ts';
