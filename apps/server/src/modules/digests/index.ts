export { digestActivities } from './send-digests.ts';
export { summaryEmail } from './summary-email.ts';
