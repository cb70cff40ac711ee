export { invitesTo, labelPolicy, leads, lends, loanPolicy, type Standing } from './policy.ts';
export { loanRoutes, loanSeenBy, loanWithStanding } from './routes.ts';
export { asksRules } from './rules.ts';
export {
  seeLoan,
  standing,
  viewerOf,
  visibleLoans,
  type LoanRow,
  type LoanStanding,
} from './store.ts';
export { pipelineRoutes } from './pipeline-routes.ts';
export { loanStateRoutes } from './state-routes.ts';
export { tellingActivities } from './telling.ts';
