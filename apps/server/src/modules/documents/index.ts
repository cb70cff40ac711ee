export { isBlocked, isUsable } from './policy.ts';
export { presentDocument } from './present.ts';
export { documentRoutes } from './routes.ts';
export { scanningActivities } from './scanning.ts';
export { refusedBecause } from './file-rules.ts';
export { isKeyOf, newObjectKey } from './object-key.ts';
export { bringToLoan, findDocument, insertDocument, visibleDocuments } from './store.ts';
