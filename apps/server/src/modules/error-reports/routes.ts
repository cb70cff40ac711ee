import { errorReports } from '@cairn/contract/error-reports';
import { pageError, type ErrorReports } from '../../platform/error-reports.ts';
import { routes } from '../../platform/handler.ts';

export const errorReportRoutes = ({ reports }: { reports: ErrorReports | undefined }) =>
  routes(errorReports, {
    // Relayed by the server, so that the content security policy names no other host, and the service does not see
    // users' network addresses.
    reportPageError: async ({ body }) => {
      reports?.capture(pageError(body));
      return { success: true };
    },
  });
