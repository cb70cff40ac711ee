export { apply, newestOf, type Order } from './applying.ts';
export { askByTemplate, beginLoan } from './creating.ts';
export { applyingRoutes } from './routes.ts';
export { askingActivities } from './rules.ts';
export { employeesAmong, firstPhase } from './store.ts';
