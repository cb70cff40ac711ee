export { elementRoutes } from './routes.ts';
