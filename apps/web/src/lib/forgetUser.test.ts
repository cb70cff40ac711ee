import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUserAfter } from './forgetUser.ts';
import { callKey, queryClient } from './queries.ts';
import { signedIn } from './session.ts';

const clear = vi.fn<() => void>();
const removeItem = vi.fn<(name: string) => void>();
const deleteDatabase = vi.fn<(name: string) => void>();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', { clear });
  vi.stubGlobal('localStorage', { removeItem });
  vi.stubGlobal('indexedDB', { deleteDatabase });
  signedIn.set(true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('what this browser keeps of a user', () => {
  it('is erased once the log-out succeeded, not before: memory, storage and files [R050]', async () => {
    const key = callKey('viewLoans', {});
    queryClient.setQueryData(key, { loans: ['Larkspur Bakery LLC'] });
    const logout = Promise.withResolvers<void>();
    const forgotten = forgetUserAfter(logout.promise);
    expect(deleteDatabase).not.toHaveBeenCalled();
    expect(queryClient.getQueryData(key)).toBeDefined();
    logout.resolve();
    await forgotten;
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(clear).toHaveBeenCalledOnce();
    for (const erase of [removeItem, deleteDatabase]) {
      expect(erase.mock.calls.flat()).toEqual(['cairn-pages', 'cairn-shared', 'cairn-uploads']);
    }
    expect(signedIn.get()).toBe(false);
  });

  it('stays after a log-out that failed', async () => {
    await expect(forgetUserAfter(Promise.reject(new Error('no answer')))).rejects.toThrow(
      'no answer',
    );
    expect(clear).not.toHaveBeenCalled();
    expect(removeItem).not.toHaveBeenCalled();
    expect(deleteDatabase).not.toHaveBeenCalled();
    expect(signedIn.get()).toBe(true);
  });
});
