export { fieldSetRoutes } from './field-set-routes.ts';
export { loanFieldRoutes } from './loan-field-routes.ts';
export { syncDetails } from './sync-loan-fields.ts';
