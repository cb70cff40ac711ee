import { status } from '@cairn/contract/status';
import { routes } from '../../platform/handler.ts';
import { presentStatus } from './present-status.ts';
import { databaseVersions, freshReports, serviceDays } from './store.ts';

export const statusRoutes = () =>
  routes(status, {
    getSystemStatus: async ({ reads }) => {
      const began = performance.now();
      const [reports, days, [versions]] = await reads.together(
        freshReports,
        serviceDays,
        databaseVersions,
      );
      const postgresSeconds = (performance.now() - began) / 1000;
      return presentStatus({
        reports,
        days,
        versions: versions!,
        postgresSeconds,
        now: new Date(),
      });
    },
  });
