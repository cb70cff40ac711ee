export { addMember, recordForPerson } from './change-members.ts';
export { loanMemberRoutes } from './routes.ts';
export { addressOn, isLending, findMembers, worksFor } from './store.ts';
