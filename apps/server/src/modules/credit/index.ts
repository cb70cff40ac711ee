export { creditRoutes } from './routes.ts';
export { creditActivities } from './run-check.ts';
export { scheduleAfterConsent, scheduleOnSubmission, type CreditSettings } from './schedule.ts';
