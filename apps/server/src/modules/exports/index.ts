export { exportActivities } from './build-export.ts';
export { downloadRoutes } from './download-routes.ts';
export { storedDocuments } from './build-store.ts';
export { extensionOf, pathsOf, safeName } from './paths.ts';
export type { Plan } from './plan.ts';
export { planSeenBy } from './plan-package.ts';
export { exportRoutes } from './routes.ts';
export { verificationRoutes } from './verify-routes.ts';
export { SigningKeys } from './signing-keys.ts';
