export { anonymousSessionRoutes } from './routes.ts';
