export { emailTextRoutes } from './routes.ts';
