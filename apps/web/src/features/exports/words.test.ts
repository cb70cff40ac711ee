import type { PackageFile } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { leftOutOf, offerToMake, statusWords } from './words.ts';

const file = (over: Partial<PackageFile> = {}): PackageFile => ({
  kind: 'ZIP',
  state: 'NEVER',
  outOfDate: false,
  percent: 0,
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
