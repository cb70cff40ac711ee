export { isUsable } from './policy.ts';
export { presentDocument } from './present.ts';
export { documentRoutes } from './routes.ts';
export { scanningActivities } from './scanning.ts';
export { findDocument } from './store.ts';
