export { templateFieldRoutes } from './routes.ts';
