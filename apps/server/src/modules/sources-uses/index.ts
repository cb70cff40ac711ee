export { sourcesUsesRoutes } from './routes.ts';
