import { errorReports } from '@cairn/contract/error-reports';
import { pageError, type ErrorReports } from '../../platform/error-reports.ts';
import { routes } from '../../platform/handler.ts';

export const errorReportRoutes = ({ reports }: { reports: ErrorReports | undefined }) =>
  routes(errorReports, {
    // Relayed, so that the pages' policy names no other host and the service sees no network address of a user.
    reportPageError: async ({ body }) => {
      reports?.capture(pageError(body));
      return { success: true };
    },
  });
