import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellOfPresence } from './presence.ts';
import { noteSession, prolongSession, sessionEnd } from './sessionEnd.ts';
import { secondsToSay } from './sessionWatch.ts';

const listeners = new Map<string, () => void>();
let seconds = 1800;
const fetched = vi.fn(() =>
  Promise.resolve(Response.json({ sessionEndsAt: '', sessionSeconds: seconds })),
);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name));
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('fetch', fetched);
  seconds = 1800;
  sessionEnd.set(null);
  noteSession(1800);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockClear();
});

test('activity is reported every five minutes, not with every key', async () => {
  const stop = tellOfPresence();
  listeners.get('keydown')!();
  listeners.get('pointerdown')!();
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
  expect(fetched).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  listeners.get('pointerdown')!();
  expect(fetched).toHaveBeenCalledTimes(2);
  stop();
  expect(listeners.size).toBe(0);
});

test('while the warning is shown, only its button counts as activity', async () => {
  const stop = tellOfPresence();
  await vi.advanceTimersByTimeAsync(1800_000 - 120_000);
  expect(secondsToSay(sessionEnd.get(), Date.now())).toBe(120);
  listeners.get('keydown')!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched).not.toHaveBeenCalled();
  stop();
});

test('the warning comes two minutes before the end, or at a third of a short session', () => {
  const now = Date.now();
  const end = (lasts: number, left: number) => ({ at: now + left, lasts, last: false });
  expect(secondsToSay(null, now)).toBeNull();
  expect(secondsToSay(end(1_800_000, 120_001), now)).toBeNull();
  expect(secondsToSay(end(1_800_000, 119_500), now)).toBe(120);
  expect(secondsToSay(end(24_000, 8_100), now)).toBeNull();
  expect(secondsToSay(end(24_000, 7_900), now)).toBe(8);
  expect(secondsToSay(end(24_000, -5000), now)).toBe(0);
});

test('an end that does not move is known for the last one', async () => {
  await vi.advanceTimersByTimeAsync(1700_000);
  seconds = 100;
  await prolongSession();
  expect(sessionEnd.get()).toMatchObject({ last: true });
  seconds = 1800;
  await prolongSession();
  expect(sessionEnd.get()).toMatchObject({ last: false });
});
