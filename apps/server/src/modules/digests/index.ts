export { digestActivities } from './send-digests.ts';
export { summaryEmail, type SummaryFacts, type TodoRow } from './summary-email.ts';
