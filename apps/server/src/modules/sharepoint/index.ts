export { sharePointRoutes } from './routes.ts';
export { sharePointActivities } from './send-package.ts';
