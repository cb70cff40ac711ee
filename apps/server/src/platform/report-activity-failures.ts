/**
 * Logs failed activities as errors, so that they reach the error service; Temporal itself only logs a warning for
 * each attempt.
 */
import {
  ApplicationFailure,
  CancelledFailure,
  CompleteAsyncError,
  type Context,
} from '@temporalio/activity';
import type { ActivityExecuteInput } from '@temporalio/worker';
import type { Logger } from 'pino';
import { ApiError } from './api-error.ts';

/** Retries fail with the same error, so each activity reports at most one a minute. */
const AGAIN_MS = 60_000;

type Attempt = Pick<Context['info'], 'activityType' | 'attempt' | 'retryPolicy'>;

/** Reports every last attempt that failed, and at most one retried attempt a minute for each activity. */
export function reportActivityFailures(log: Pick<Logger, 'error'>) {
  const quietUntil = new Map<string, number>();

  const report = (error: unknown, { activityType, attempt, retryPolicy }: Attempt): void => {
    const most = retryPolicy?.maximumAttempts ?? 0;
    const isLast = (most > 0 && attempt >= most) || isNotRepeated(error);
    if (isExpected(error, isLast)) return;
    const now = Date.now();
    if (!isLast && now < (quietUntil.get(activityType) ?? 0)) return;
    quietUntil.set(activityType, now + AGAIN_MS);
    log.error(
      { err: error, activity: activityType, attempt, isLast },
      isLast ? 'activity failed at its last attempt' : 'activity failed',
    );
  };

  return ({ info }: { readonly info: Attempt }) => ({
    inbound: {
      execute: async (
        input: ActivityExecuteInput,
        next: (input: ActivityExecuteInput) => Promise<unknown>,
      ) => {
        try {
          return await next(input);
        } catch (error) {
          report(error, info);
          throw error;
        }
      },
    },
  });
}

const isNotRepeated = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.nonRetryable === true;

/**
 * Expected failures: a refusal with an error code of the contract, canceled work, and a message that waits for room
 * under a limit.
 */
function isExpected(error: unknown, isLast: boolean): boolean {
  if (error instanceof ApiError) return error.status < 500;
  if (error instanceof CancelledFailure || error instanceof CompleteAsyncError) return true;
  return error instanceof ApplicationFailure && !!error.nextRetryDelay && !isLast;
}
