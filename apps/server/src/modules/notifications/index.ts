export { notificationActivities } from './activities.ts';
export { addReminders } from './create-store.ts';
export { notificationRoutes } from './routes.ts';
