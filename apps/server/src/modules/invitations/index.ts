export {
  changeInvited,
  inviteEmployee,
  inviteToLoan,
  lockInvited,
  lockInvitedToLoan,
  noteOnLoan,
  sendAgain,
  takeBack,
  type Invited,
} from './inviting.ts';
export { invitingActivities } from './mailing.ts';
export { presentInvitation } from './present.ts';
export { actionRoutes } from './routes.ts';
export { stateOf } from './state.ts';
export {
  findDescribed,
  invitedEmployees,
  invitedToLoan,
  listPerson,
  type DescribedInvitation,
  type InvitationRow,
} from './store.ts';
