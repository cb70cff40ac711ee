/** The end of a process by an error that nothing handled: logged, and sent to the error service before the process exits. */
import type { Logger } from 'pino';
import type { ErrorReports } from './error-reports.ts';

/** Exits with 1; `stop` of the reports has a short time limit. */
export async function exitAfterReport(
  reports: Pick<ErrorReports, 'stop'> | undefined,
): Promise<never> {
  await reports?.stop();
  process.exit(1);
}

/** Unhandled rejections come here too, also those of the start. */
export function reportCrashes(log: Pick<Logger, 'fatal'>, reports: ErrorReports): void {
  let isCrashed = false;
  process.on('uncaughtException', (error: unknown) => {
    log.fatal({ err: error }, 'crashed');
    // Others may follow while the first is sent.
    if (isCrashed) return;
    isCrashed = true;
    void exitAfterReport(reports);
  });
}
