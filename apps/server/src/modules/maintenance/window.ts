import type { JavascriptConstants, MaintenanceState, MaintenanceWindow } from '@cairn/contract';

export interface Window {
  readonly start: string;
  readonly end: string;
}

/** None → SCHEDULED → ACTIVE → ENDED, by the clock alone: `start` is inclusive, `end` exclusive. */
export function stateOf(window: Window | null, now: number): MaintenanceState {
  if (!window) return 'NONE';
  if (now < Date.parse(window.start)) return 'SCHEDULED';
  return now < Date.parse(window.end) ? 'ACTIVE' : 'ENDED';
}

export const presentWindow = (window: Window | null, now: number): MaintenanceWindow => ({
  start: window?.start ?? null,
  end: window?.end ?? null,
  state: stateOf(window, now),
});

/** The window as it is announced to users; null once it has ended. */
export function announcedWindow(
  window: Window | null,
  now: number,
): JavascriptConstants['maintenance'] {
  const state = stateOf(window, now);
  if (!window || (state !== 'SCHEDULED' && state !== 'ACTIVE')) return null;
  return { start: window.start, end: window.end, state };
}
