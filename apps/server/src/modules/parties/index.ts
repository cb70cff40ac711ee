export { addPart, askOnto, recordForPerson, wrong } from './changes.ts';
export { partyRoutes } from './routes.ts';
export { addressOn, insertPart, isLending, partsOf, worksFor } from './store.ts';
export { partActivities } from './telling.ts';
