export { settingsRoutes } from './routes.ts';
export { isTimezone } from './timezones.ts';
