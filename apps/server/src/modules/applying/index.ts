export { apply, type Order } from './applying.ts';
export { applyingRoutes } from './routes.ts';
export { askingActivities } from './rules.ts';
