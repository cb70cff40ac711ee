export { makeEntities, placeOnLoan } from './changing.ts';
export { checked } from './information.ts';
export { entityRoutes } from './routes.ts';
export { findEntity } from './store.ts';
