export { closeAccount, createAccount } from './account-changes.ts';
export { accountRoutes } from './account-routes.ts';
export { findCodeToSend } from './codes-store.ts';
export { askForCode, issueResetLink, openSealed, withCode } from './confirmation-codes.ts';
export { deviceRoutes } from './devices/routes.ts';
export { refuseWeak } from './passwords.ts';
export { presentSignedIn } from './present.ts';
export { withOwnPassword } from './reauthenticate.ts';
export { roleRoutes } from './role-routes.ts';
export { endFromHome, enterFromHome, lendersOf } from './enter-from-home.ts';
export { enterRole } from './enter-role.ts';
export { accountEmailActivities } from './send-account-email.ts';
export { sessionRoutes } from './session-routes.ts';
export { isSignedIn } from './session.ts';
export { liftLock, startSession, type Write } from './sign-in.ts';
export {
  type AccountRow,
  deleteSessionsAt,
  findAccount,
  findAccountById,
  findCredential,
  rolesOf,
  savePassword,
} from './store.ts';
