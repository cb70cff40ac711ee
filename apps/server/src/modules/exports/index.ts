export { exportActivities } from './build-export.ts';
export { downloadRoutes } from './download-routes.ts';
export { exportRoutes } from './routes.ts';
export { SigningKeys } from './signing-keys.ts';
