export { loanPolicy } from './policy.ts';
export { loanRoutes, loanSeenBy } from './routes.ts';
export type { LoanRow } from './store.ts';
