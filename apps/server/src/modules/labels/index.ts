export { labelRoutes, putLabels } from './routes.ts';
export { rolesOnLoan, type LabelRow } from './store.ts';
