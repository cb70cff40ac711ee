import type { DownloadJob, DownloadPart, PackageFile } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  endWords,
  leftOutOf,
  leftOutWords,
  offerToMake,
  pageWords,
  partWords,
  statusWords,
  totalOf,
} from './exportText.ts';

const file = (over: Partial<PackageFile> = {}): PackageFile => ({
  kind: 'ZIP',
  state: 'NEVER',
  outOfDate: false,
  percent: 0,
  cancelable: false,
  size: null,
  madeDate: null,
  expiresDate: null,
  leftOut: [],
  ...over,
});
const bad = { folder: '', title: 'Bad', reason: 'INFECTED' } as const;
const locked = { folder: 'Taxes', title: 'Return', reason: 'PASSWORD' } as const;

describe('the package as files', () => {
  it('says the state of each export', () => {
    const now = new Date('2026-11-16T12:00:00Z');
    const says = (over: Partial<PackageFile>) => statusWords(file(over), now);
    expect(says({})).toBe('Not prepared yet');
    expect(says({ outOfDate: true })).toBe('Outdated: the package has changed');
    expect(says({ state: 'RUNNING', percent: 40 })).toBe('Preparing… 40%');
    expect(says({ state: 'CANCELING', percent: 40 })).toBe('Canceling…');
    expect(says({ state: 'READY', size: 2 ** 21, madeDate: '2026-11-16T11:50:00Z' })).toBe(
      '2 MB · 10 min ago',
    );
  });

  it('offers to make it, and nothing while that is under way or done', () => {
    const ready = file({ state: 'READY' });
    expect(offerToMake([file(), file(), file()])).toBe('Prepare download');
    expect(offerToMake([file({ outOfDate: true }), file(), file()])).toBe('Prepare again');
    expect(offerToMake([ready, file({ state: 'FAILED' }), ready])).toBe('Prepare again');
    expect(offerToMake([ready, file({ state: 'QUEUED' }), file({ state: 'FAILED' })])).toBeNull();
    expect(offerToMake([ready, ready, ready])).toBeNull();
  });

  it('says once what is in none of them, and where one lacks more', () => {
    const pdf = file({ kind: 'PDF', leftOut: [bad, locked] });
    const { everywhere, besides } = leftOutOf([
      file({ leftOut: [bad] }),
      pdf,
      file({ kind: 'ZIP_PDF', leftOut: [bad] }),
    ]);
    expect(everywhere).toEqual([bad]);
    expect(besides(pdf)).toEqual([locked]);
  });
});

const part = (over: Partial<DownloadPart>): DownloadPart => ({
  state: 'NEVER',
  percent: 0,
  size: null,
  url: null,
  expiresDate: null,
  leftOut: [],
  ...over,
});

it('announces a download that is over, and says so where it failed', () => {
  const job = (state: DownloadPart['state']): DownloadJob => ({
    id: 'job',
    zip: part({ state }),
    pdf: part({}),
    outOfDate: false,
    repeatable: state === 'FAILED',
    files: 2,
    titles: ['Lease'],
    createdDate: '2026-11-16T12:00:00Z',
  });
  expect(endWords(job('READY'))).toBe('Lease and 1 more is ready');
  expect(endWords(job('FAILED'))).toBe('Lease and 1 more couldn’t be prepared');
});

it('says of a download in every state but NEVER what became of it [R153]', () => {
  const texts = (['QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED', 'NEVER'] as const).map(
    (state) => partWords(part({ state, percent: 40 }), false),
  );
  expect(texts).toEqual([
    'queued',
    'preparing… 40%',
    'ready',
    'couldn’t be prepared',
    'expired',
    'not prepared',
  ]);
});

it('says what an export will hold, and what it leaves out', () => {
  const row = (pages: number, uncounted: number) => ({ pages, uncounted, size: 10 });
  expect(totalOf([row(2, 0), row(40, 1)])).toEqual({ pages: 42, uncounted: 1, size: 20 });
  expect(pageWords(row(1, 0))).toBe('1 page');
  expect(pageWords(row(1200, 3))).toBe('1,200 pages or more');
  expect(pageWords(row(0, 2))).toBe('Not counted yet');
  const missing = (reason: 'NOT_APPROVED' | 'INFECTED') => ({ folder: '', title: 'x', reason });
  expect(
    leftOutWords([missing('NOT_APPROVED'), missing('INFECTED'), missing('NOT_APPROVED')]),
  ).toBe('Leaves out 2 not approved and 1 blocked by the file check.');
});
