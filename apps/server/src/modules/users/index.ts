export { profileRoutes } from './profile-routes.ts';
export { avatarScanActivities } from './scan-avatar.ts';
export { phoneCodeActivities } from './send-phone-code.ts';
export { settingsRoutes } from './settings-routes.ts';
export { signatureRoutes } from './signature-routes.ts';
export { findSettings } from './settings-store.ts';
export { isTimezone } from './timezones.ts';
