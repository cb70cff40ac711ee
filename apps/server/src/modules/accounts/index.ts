export { mailingActivities } from './mailing.ts';
export { accountRoutes } from './routes.ts';
