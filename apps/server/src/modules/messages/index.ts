export { draftRoutes } from './draft-routes.ts';
export { messageRoutes } from './routes.ts';
