export { detailRoutes } from './routes.ts';
export { syncDetails } from './syncing.ts';
