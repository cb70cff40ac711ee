import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { ErrorCode } from '@cairn/contract';
import { ApiError } from '../platform/api-error.ts';
import { errorHandler } from './error-handler.ts';

async function answerTo(code: ErrorCode, { strict }: { strict: boolean }) {
  const logged: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => void logged.push(line) } } });
  app.setErrorHandler(errorHandler({ strict }));
  app.get('/', { config: { call: 'getThing', errors: new Set(['NOT_FOUND'] as const) } }, () => {
    throw new ApiError(code);
  });
  const { statusCode, body } = await app.inject('/');
  const undeclared = logged.filter((line) => line.includes('the contract does not declare'));
  return { status: statusCode, code: (JSON.parse(body) as { code: string }).code, undeclared };
}

test('a code that the call declares is answered', async () => {
  expect(await answerTo('NOT_FOUND', { strict: true })).toEqual({
    status: 404,
    code: 'NOT_FOUND',
    undeclared: [],
  });
});

test('outside production a code that the call does not declare is a server error', async () => {
  const answer = await answerTo('CONFLICT', { strict: true });
  expect(answer).toMatchObject({ status: 500, code: 'SERVER_ERROR' });
  expect(answer.undeclared[0]).toContain('getThing answers CONFLICT');
});

test('in production it is answered, and logged as undeclared', async () => {
  const answer = await answerTo('CONFLICT', { strict: false });
  expect(answer).toMatchObject({ status: 409, code: 'CONFLICT' });
  expect(answer.undeclared[0]).toContain('getThing answers CONFLICT');
});
