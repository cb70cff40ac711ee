import type { ErrorCode } from '@cairn/contract';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, test } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { reportLoggedErrors, type ErrorFacts } from '../platform/error-reports.ts';
import { errorHandler } from './error-handler.ts';

const answerTo = (code: ErrorCode, options: { strict: boolean }) =>
  answerToError(new ApiError(code), options);

async function answerToError(error: Error, { strict }: { strict: boolean }) {
  const logged: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } });
  app.setErrorHandler(errorHandler({ strict }));
  app.get(
    '/',
    { config: { call: 'getThing', errors: new Set(['NOT_FOUND', 'UNAVAILABLE'] as const) } },
    () => {
      throw error;
    },
  );
  const { statusCode, body, headers } = await app.inject('/');
  const undeclared = logged.filter((line) => line.includes('the contract does not declare'));
  const { code } = JSON.parse(body) as { code: string };
  return { status: statusCode, code, undeclared, retryAfter: headers['retry-after'] };
}

test('an error code that the call declares is answered', async () => {
  expect(await answerTo('NOT_FOUND', { strict: true })).toEqual({
    status: 404,
    code: 'NOT_FOUND',
    undeclared: [],
    retryAfter: undefined,
  });
});

test('outside production a code that the call does not declare is a server error', async () => {
  const answer = await answerTo('CONFLICT', { strict: true });
  expect(answer).toMatchObject({ status: 500, code: 'SERVER_ERROR' });
  expect(answer.undeclared[0]).toContain('getThing answers CONFLICT');
});

test('in production an undeclared error code is answered, and logged', async () => {
  const answer = await answerTo('CONFLICT', { strict: false });
  expect(answer).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(answer.undeclared[0]).toContain('getThing answers CONFLICT');
});

const withCode = (code: string) => Object.assign(new Error('could not extend file'), { code });

test.each([
  ['a full disk', withCode('53100')],
  ['too many connections', withCode('53300')],
  ['a server that shuts down', withCode('57P01')],
  ['a server that starts up', withCode('57P03')],
  ['a standby, which only reads', withCode('25006')],
  ['a port that nothing listens on', withCode('ECONNREFUSED')],
  ['a connection that is cut', new Error('Connection terminated unexpectedly')],
  ['a server that is silent', new Error('Postgres did not answer in time')],
  ['a pool without a free connection', new Error('timeout exceeded when trying to connect')],
])('%s is answered with 503 and when to try again', async (_, error) => {
  expect(await answerToError(error, { strict: true })).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    retryAfter: '10',
  });
});

test('a wrong SQL statement is a server error', async () => {
  for (const code of ['42601', '23514', '57014', 'ENOENT']) {
    expect(await answerToError(withCode(code), { strict: true })).toMatchObject({ status: 500 });
  }
});

test('a server error is reported with its call or the pattern of its route, never the address', async () => {
  const reports: ErrorFacts[] = [];
  const hooks = reportLoggedErrors({ capture: (facts) => void reports.push(facts) }, 'web');
  const app = Fastify({ loggerInstance: pino({ hooks }, { write: () => undefined }) });
  app.setErrorHandler(errorHandler({ strict: false }));
  const fail = (): never => {
    throw new TypeError('broken');
  };
  app.get('/things/:id', { config: { call: 'getThing', errors: new Set() } }, fail);
  app.get('/hooks/:token', fail);
  app.setNotFoundHandler(fail);
  for (const url of ['/things/marsh', '/hooks/marsh?name=marsh', '/pages/marsh']) {
    expect((await app.inject(url)).statusCode).toBe(500);
  }
  expect(reports.map(({ place, tags }) => ({ place, ...tags }))).toEqual([
    { place: 'call failed', role: 'web', call: 'getThing' },
    { place: 'call failed', role: 'web', call: '/hooks/:token' },
    { place: 'call failed', role: 'web' },
  ]);
});
