/** Logs an unhandled error and sends it to the error service before the process exits. */
import type { Logger } from 'pino';
import type { ErrorReports } from './error-reports.ts';

/** Exits with 1. `reports.stop` has a short time limit. */
export async function exitAfterReport(
  reports: Pick<ErrorReports, 'stop'> | undefined,
): Promise<never> {
  await reports?.stop();
  process.exit(1);
}

/** Unhandled rejections are handled here too, including those of the startup. */
export function reportCrashes(log: Pick<Logger, 'fatal'>, reports: ErrorReports): void {
  let isCrashed = false;
  process.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'crashed');
    // Further errors may follow while the first one is sent.
    if (isCrashed) return;
    isCrashed = true;
    void exitAfterReport(reports);
  });
}
