import { afterEach, describe, expect, it } from 'vitest';
import { CallError } from './CallError.ts';
import { sendAll } from './sendAll.ts';
import { waitingToasts } from './toast.ts';

afterEach(() => waitingToasts.set([]));

const one = (count: number, run: () => Promise<unknown>) => ({
  name: 'restoreElements' as const,
  count,
  run,
});
const works = () => Promise.resolve();
const fails = () =>
  Promise.reject(new CallError(409, { code: 'CONFLICT', message: 'Refresh and try again.' }));
const toastMessages = () =>
  waitingToasts.get().map((toast) => ('message' in toast ? `${toast.kind}: ${toast.message}` : ''));

describe('several writes', () => {
  it('say once what became of all of them', async () => {
    await sendAll([one(2, works), one(1, works)], 3, 'restored');
    expect(toastMessages()).toEqual(['success: 3 items restored']);
  });

  it('name the one thing they are about', async () => {
    await sendAll([one(1, works)], 1, 'restored', { title: 'Lease' });
    expect(toastMessages()).toEqual(['success: Lease restored']);
  });

  it('say how many went through where some failed, and why the first did', async () => {
    await sendAll([one(1, fails), one(2, works), one(1, fails)], 4, 'restored');
    expect(toastMessages()).toHaveLength(2);
    expect(toastMessages()[0]).toMatch(/^error: /);
    expect(toastMessages()[1]).toBe('info: 2 of 4 items restored');
  });

  it('say nothing but the failure where none went through', async () => {
    await sendAll([one(1, fails)], 1, 'restored', { title: 'Lease' });
    expect(toastMessages()).toHaveLength(1);
  });
});
