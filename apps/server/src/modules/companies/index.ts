export { companySeenBy, isSubdomainUsed } from './companies.ts';
export { insertFirstPhases } from './first-phases.ts';
export { mayApproveOwn } from './four-eyes.ts';
export { companyPolicy } from './policy.ts';
export { companyRoutes } from './routes.ts';
export type { CompanyRow } from './store.ts';
