export { learningCenterRoutes } from './routes.ts';
