export { listRoutes } from './routes.ts';
