import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetLock, readLock, rememberLastAttempt, rememberLockUntil } from './lockMemory.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const jar = new Map<string, string>();

/** A minimal cookie jar for these two cookies: an expired cookie is removed. */
const page = {
  get cookie(): string {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  },
  set cookie(text: string) {
    const [pair = '', ...attributes] = text.split('; ');
    const [name = '', value = ''] = pair.split('=');
    if (attributes.includes('max-age=0')) jar.delete(name);
    else jar.set(name, value);
    expect(attributes).toEqual(expect.arrayContaining(['path=/auth', 'samesite=strict']));
  },
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  jar.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what the log-in page said of a lock', () => {
  it('is kept in cookies of their own until it is over [R264]', () => {
    rememberLockUntil(NOW + 840_000);
    expect([...jar.keys()]).toEqual(['lock-until']);
    expect(readLock(page.cookie, NOW)).toEqual({ lockedUntil: NOW + 840_000, lastAttempt: false });
    expect(readLock(page.cookie, NOW + 840_000).lockedUntil).toBeNull();
    forgetLock();
    rememberLastAttempt();
    expect([...jar.keys()]).toEqual(['lock-message-shown']);
    expect(readLock(page.cookie, NOW)).toEqual({ lockedUntil: null, lastAttempt: true });
    expect(readLock(page.cookie, NOW + 900_000).lastAttempt).toBe(false);
  });

  it('is forgotten when it no longer holds', () => {
    rememberLockUntil(NOW + 1000);
    rememberLastAttempt();
    forgetLock();
    expect(page.cookie).toBe('');
  });

  it('is not believed where it says more than a lock can be', () => {
    for (const value of ['', 'soon', '-1', '9'.repeat(15), String(NOW + 900_001), '1e99']) {
      expect(readLock(`lock-until=${value}; a=b`, NOW).lockedUntil).toBeNull();
    }
  });
});
