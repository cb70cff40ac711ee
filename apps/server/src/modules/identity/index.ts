export { identityRoutes, isSignedIn } from './routes.ts';
export { roleRoutes } from './role-routes.ts';
