export { exportActivities } from './build-export.ts';
export { exportRoutes } from './routes.ts';
