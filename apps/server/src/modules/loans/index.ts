export { applicationStateOf, isWithdrawable } from './application-state.ts';
export { createLoan, loanTypeOf } from './create-loan.ts';
export { filterEmployees, findFirstPhase, type LoanKey } from './create-store.ts';
export { readCursor, writeCursor } from './cursor.ts';
export {
  deleteLendingRoles,
  deleteLoanRoles,
  insertLoanRoleIfMissing,
  insertLoanRoles,
  saveLoanRole,
} from './loan-roles-store.ts';
export { moveToPhase } from './move-to-phase.ts';
export {
  answersForCompany,
  invitesTo,
  labelPolicy,
  isLeadBorrower,
  lends,
  loanPolicy,
  type Standing,
} from './policy.ts';
export { presentPerson } from './present.ts';
export { loanRoutes } from './routes.ts';
export { loanSeenBy, loanWithStanding } from './find-loan.ts';
export { withRuleEvaluation } from './rules.ts';
export { lockLoan, saveLoan } from './state-store.ts';
export {
  hasFilesToReview,
  findVisibleLoan,
  loanStanding,
  viewerOf,
  visibleLoans,
  type LoanRow,
  type LoanStanding,
  type PersonRow,
} from './store.ts';
export { pipelineRoutes } from './pipeline-routes.ts';
export { loanStateRoutes } from './state-routes.ts';
export { loansOfOfficers, loansWithEntity } from './loan-words-store.ts';
