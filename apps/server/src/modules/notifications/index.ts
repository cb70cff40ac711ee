export { notificationActivities } from './activities.ts';
export { addReminders } from './create-store.ts';
export { notificationRoutes } from './routes.ts';
export { findFacts, findRecipient, type PendingFacts } from './deliver-store.ts';
export { formatDay, weekdayOf } from './email-days.ts';
export { greet, itemLines, nameOf, plural, SAFE_WAY, type From } from './email-parts.ts';
export { emailOf } from './emails.ts';
export { reminderEmail } from './reminder-emails.ts';
export { stopEmails, type StopEmailsDeps } from './stop-emails.ts';
