export { settingsRoutes } from './routes.ts';
export { findSettings } from './store.ts';
export { isTimezone } from './timezones.ts';
