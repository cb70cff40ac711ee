export { reminderRoutes } from './routes.ts';
export { reminderActivities } from './send-reminders.ts';
export { findOpen } from './store.ts';
