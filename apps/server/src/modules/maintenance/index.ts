export { maintenanceRoutes } from './routes.ts';
export { MaintenanceWatch } from './watch.ts';
