export { deleteDevices } from './devices/store.ts';
export { deviceRoutes } from './devices/routes.ts';
export { presentSignedIn } from './present.ts';
export { identityRoutes, isSignedIn } from './routes.ts';
export { enterRole, roleRoutes } from './role-routes.ts';
export {
  liftLock,
  refuseExpired,
  startSession,
  withPassword,
  type Door,
  type Write,
} from './sign-in.ts';
export {
  deleteSessions,
  expirePassword,
  findAccount,
  findAccountById,
  findClosedAccount,
  findCredential,
  insertAccount,
  leftWithoutOwner,
  lockAttempts,
  markClosed,
  rolesOf,
  savePassword,
  type AccountRow,
} from './store.ts';
