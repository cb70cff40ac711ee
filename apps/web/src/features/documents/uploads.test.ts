import { messageOf } from '@cairn/contract/errors';
import { beforeEach, expect, it } from 'vitest';
import { CallError } from '../../lib/CallError.ts';
import { notSentBecause, reasonFor } from './uploadProblems.ts';
import { addUploads, changeUpload, dropSent, type Upload, uploads } from './uploads.ts';
import { summaryOf } from './uploadSummary.ts';

const upload = (over: Partial<Upload>): Upload => ({
  id: 'one',
  title: 'Bank statements',
  fileName: 'a.pdf',
  size: 100,
  percent: 0,
  state: 'sending',
  cancel: () => undefined,
  ...over,
});
const shownStates = () => (uploads.get().get('request') ?? []).map(({ id, state }) => [id, state]);

beforeEach(() => uploads.set(new Map()));

it('shows several files of one request as one line, weighted by their size', () => {
  const line = summaryOf([
    upload({ percent: 100, state: 'sent', size: 300 }),
    upload({ percent: 20 }),
  ]);
  expect(line).toMatchObject({ fileName: '2 files', size: 400, percent: 80, state: 'sending' });
  expect(
    summaryOf([
      upload({ state: 'failed' }),
      upload({ state: 'canceled' }),
      upload({ state: 'sent' }),
    ]),
  ).toMatchObject({ state: 'failed', reason: '1 of 3 files were not sent' });
});

it('keeps each file until all have ended, and those that failed until they are dismissed', () => {
  addUploads('request', [upload({}), upload({ id: 'two' })]);
  changeUpload('request', 'one', { state: 'sent' });
  dropSent();
  expect(shownStates()).toEqual([
    ['one', 'sent'],
    ['two', 'sending'],
  ]);
  changeUpload('request', 'two', { state: 'failed' });
  dropSent();
  expect(shownStates()).toEqual([['two', 'failed']]);
  addUploads('request', [upload({ id: 'three' })]);
  expect(shownStates()).toEqual([['three', 'sending']]);
});

it('counts what arrived for one request while files of others are on their way, and shows it no longer there', () => {
  addUploads('request', [upload({ state: 'sent' })]);
  addUploads('other', [upload({ id: 'two' })]);
  dropSent();
  expect(shownStates()).toEqual([['one', 'sent']]);
  expect(summaryOf(uploads.get().get('request'))).toBeUndefined();
  changeUpload('other', 'two', { state: 'sent' });
  dropSent();
  expect(uploads.get().size).toBe(0);
});

it('says in plain words why a file was not sent, and whether to try again', () => {
  const file = { name: 'setup.exe', size: 1 };
  expect(reasonFor(file, 'FILE_INVALID_TYPE')).toBe(
    'We can’t take .exe files. Send a PDF, a photo or an Office document.',
  );
  const refused = (code: 'UPLOAD_QUOTA' | 'FILE_TOO_LARGE') =>
    notSentBecause(file, new CallError(429, { code, message: messageOf(code) }));
  expect(refused('UPLOAD_QUOTA')).toMatchObject({
    reason: expect.stringMatching(/^Too many uploads were started today/),
    canRetry: true,
  });
  expect(refused('FILE_TOO_LARGE').canRetry).toBe(false);
  expect(notSentBecause(file, new TypeError('Failed to fetch'))).toEqual({
    reason: 'The connection was lost, so this file was not sent.',
    canRetry: true,
  });
});
