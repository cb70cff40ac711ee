export { referenceDataRoutes } from './routes.ts';
