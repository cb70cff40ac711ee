export { reminderRoutes } from './routes.ts';
export { reminderActivities } from './send-reminders.ts';
