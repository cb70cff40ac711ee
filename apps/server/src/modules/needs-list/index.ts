export { applyTemplate, newestOf } from './apply-template.ts';
export { requestByTemplate } from './create-loan-from-template.ts';
export { needsListRoutes } from './routes.ts';
export { needsListActivities } from './rules.ts';
export { moveEntityRequests } from './store.ts';
