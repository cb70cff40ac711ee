export { licenseIdentifiers } from './content.ts';
export { driversLicenseRoutes } from './routes.ts';
