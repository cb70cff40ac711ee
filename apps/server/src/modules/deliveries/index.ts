export { reportReaders, type ReaderDeps } from './readers.ts';
export { ReportRefused } from './report.ts';
export { deliveryRoutes } from './routes.ts';
export { applyReports } from './take-reports.ts';
