export { applicationStateOf } from './application-state.ts';
export { readCursor, writeCursor } from './cursor.ts';
export { moveToPhase } from './moving.ts';
export { invitesTo, labelPolicy, leads, lends, loanPolicy, type Standing } from './policy.ts';
export { presentPerson } from './present.ts';
export { loanRoutes, loanSeenBy, loanWithStanding } from './routes.ts';
export { asksRules } from './rules.ts';
export { findPerson, lockLoan, saveLoan } from './state-store.ts';
export {
  seeLoan,
  standing,
  viewerOf,
  visibleLoans,
  type LoanRow,
  type LoanStanding,
  type PersonRow,
} from './store.ts';
export { pipelineRoutes } from './pipeline-routes.ts';
export { loanStateRoutes } from './state-routes.ts';
export { tellingActivities } from './telling.ts';
