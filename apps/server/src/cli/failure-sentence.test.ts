import { expect, test } from 'vitest';
import { failureSentence } from './failure-sentence.ts';

const env = { S3_ENDPOINT: 'https://files.example' };
const storeError = (fields: object, name = 'Error') =>
  Object.assign(new Error('x'), { name, $metadata: { attempts: 3 } }, fields);

test('a connection that was tried at several addresses says why it failed', () => {
  const refused = new Error('connect ECONNREFUSED ::1:5432');
  expect(failureSentence(new AggregateError([refused]), env)).toBe(refused.message);
});

test('an error of the store names its address, and what it answered', () => {
  expect(failureSentence(storeError({ code: 'ENOTFOUND' }), env)).toBe(
    'The object store does not answer at https://files.example (S3_ENDPOINT): the host name is not known.',
  );
  expect(failureSentence(storeError({}, 'TimeoutError'), env)).toBe(
    'The object store does not answer at https://files.example (S3_ENDPOINT): no answer in time.',
  );
  expect(
    failureSentence(storeError({ $metadata: { httpStatusCode: 500 } }, 'InternalError'), env),
  ).toBe(
    'The object store at https://files.example (S3_ENDPOINT) answered with status 500 (InternalError).',
  );
});

test('any other error keeps its own sentence', () => {
  expect(failureSentence(new Error('CELL is not set'), env)).toBe('CELL is not set');
  expect(failureSentence('text', env)).toBe('text');
});
