import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetUserAfter } from './forgetUser.ts';
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
  it('is erased once the log-out succeeded, not before', async () => {
    const logout = Promise.withResolvers<void>();
    const forgotten = forgetUserAfter(logout.promise);
    expect(deleteDatabase).not.toHaveBeenCalled();
    logout.resolve();
    await forgotten;
    expect(clear).toHaveBeenCalledOnce();
    expect(removeItem).toHaveBeenCalledWith('cairn-pages');
    expect(deleteDatabase).toHaveBeenCalledWith('cairn-pages');
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
