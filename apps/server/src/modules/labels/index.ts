export { labelRoutes } from './routes.ts';
export { putLabels } from './put-labels.ts';
export { labelsOf, rolesOnLoan } from './store.ts';
