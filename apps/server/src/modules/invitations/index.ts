export {
  changeInvited,
  inviteEmployee,
  inviteToLoan,
  lockInvited,
  lockInvitedToLoan,
  saveLabelsOfInvited,
  saveUnsentInvitation,
  resendInvitation,
  cancelInvitation,
  cancelInvitationsTo,
  type Invited,
} from './invite-person.ts';
export { invitationEmail } from './emails.ts';
export { invitationActivities } from './send-invitation-email.ts';
export { presentInvitation } from './present.ts';
export { invitationRoutes } from './routes.ts';
export { stateOf } from './state.ts';
export {
  findDescribed,
  invitedEmployees,
  invitedToLoan,
  listPerson,
  type DescribedInvitation,
  type InvitationRow,
} from './store.ts';
