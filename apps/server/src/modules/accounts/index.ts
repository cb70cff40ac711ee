export { closeAccount, createAccount } from './changes.ts';
export { askForCode, openSealed, withCode } from './confirming.ts';
export { mailingActivities } from './mailing.ts';
export { withOwnPassword } from './own-password.ts';
export { refuseWeak } from './passwords.ts';
export { accountRoutes } from './routes.ts';
export { findCodeToSend } from './store.ts';
