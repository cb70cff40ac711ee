export { presentSignedIn } from './present.ts';
export { identityRoutes } from './routes.ts';
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
  insertAccount,
  lockAttempts,
  rolesOf,
  savePassword,
  type AccountRow,
} from './store.ts';
