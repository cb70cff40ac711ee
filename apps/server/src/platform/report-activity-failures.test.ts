import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { reportLoggedErrors, type ErrorFacts } from './error-reports.ts';
import { reportActivityFailures } from './report-activity-failures.ts';

let reports: ErrorFacts[] = [];
let execute: (error: Error, info?: object) => Promise<void>;
beforeEach(() => {
  reports = [];
  const hooks = reportLoggedErrors({ capture: (facts) => void reports.push(facts) }, 'worker');
  const interceptor = reportActivityFailures(pino({ hooks }, { write: () => undefined }));
  execute = async (error, info) => {
    const { inbound } = interceptor({
      info: {
        activityType: 'scanDocument',
        attempt: 1,
        retryPolicy: { maximumAttempts: 5 },
        ...info,
      },
    });
    const input = { args: [], headers: {} };
    const fail = async (): Promise<never> => {
      throw error;
    };
    await expect(inbound.execute(input, fail)).rejects.toBe(error);
  };
});
afterEach(() => void vi.useRealTimers());

test('a failed activity is reported with its name and its error', async () => {
  const error = new TypeError('broken');
  await execute(error);
  expect(reports).toEqual([
    {
      type: 'TypeError',
      message: 'broken',
      stack: error.stack,
      platform: 'node',
      place: 'activity failed',
      tags: { role: 'worker', activity: 'scanDocument' },
    },
  ]);
});

test('of repeated attempts one a minute is reported for each activity, and always the last', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let attempt = 1; attempt <= 29; attempt += 1) {
    await execute(new Error('broken'), { attempt, retryPolicy: { maximumAttempts: 30 } });
  }
  expect(reports).toHaveLength(1);
  await execute(new Error('broken'), { activityType: 'sendDigest' });
  expect(reports).toHaveLength(2);
  await execute(new Error('broken'), { attempt: 30, retryPolicy: { maximumAttempts: 30 } });
  expect(reports.at(-1)?.place).toBe('activity failed at its last attempt');
  await execute(ApplicationFailure.nonRetryable('broken'));
  expect(reports).toHaveLength(4);
  vi.setSystemTime(Date.now() + 61_000);
  await execute(new Error('broken'), { attempt: 900, retryPolicy: {} });
  expect(reports).toHaveLength(5);
});

test('an expected failure is not reported', async () => {
  await execute(new ApiError('NOT_FOUND'), { attempt: 5 });
  await execute(new CancelledFailure('WORKER_SHUTDOWN'), { attempt: 5 });
  const putOff = ApplicationFailure.create({ message: 'put off', nextRetryDelay: '9 seconds' });
  await execute(putOff);
  expect(reports).toEqual([]);
  await execute(putOff, { attempt: 5 });
  await execute(new ApiError('SERVER_ERROR'), { attempt: 5 });
  expect(reports).toHaveLength(2);
});
