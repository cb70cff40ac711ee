export { companyNameAt, companySeenBy } from './companies.ts';
export { createCompany } from './create-company.ts';
export { refuseBeyondPlan } from './loan-plan.ts';
export { companyPolicy } from './policy.ts';
export { logoAddress } from './present.ts';
export { companyRoutes } from './routes.ts';
export type { CompanyRow } from './store.ts';
