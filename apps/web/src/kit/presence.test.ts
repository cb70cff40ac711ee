import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellOfPresence } from './presence.ts';

const listeners = new Map<string, () => void>();
const fetched = vi.fn(() => Promise.resolve(Response.json({ sessionEndsAt: '' })));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockClear();
});

test('somebody who works is told of every five minutes, not with every key', () => {
  const stop = tellOfPresence();
  listeners.get('keydown')!();
  expect(fetched).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * 60_000);
  listeners.get('keydown')!();
  listeners.get('pointerdown')!();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5 * 60_000);
  listeners.get('pointerdown')!();
  expect(fetched).toHaveBeenCalledTimes(2);
  stop();
  expect(listeners.size).toBe(0);
});
