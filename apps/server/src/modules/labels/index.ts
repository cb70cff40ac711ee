export { labelRoutes } from './routes.ts';
export { putLabels } from './put-labels.ts';
export { rolesOnLoan, type LabelRow } from './store.ts';
