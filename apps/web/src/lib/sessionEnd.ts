/**
 * The time at which the session ends, shared by all tabs of this browser. Only user activity extends the session: the
 * active tab reports it to the server and to the other tabs.
 */
import { send } from './client.ts';
import { createStore } from './store.ts';

export interface SessionEnd {
  /** The end in milliseconds of this browser's clock, which may be wrong. */
  readonly at: number;
  /** How many milliseconds the session lasts after the last activity: the longest remaining time that was reported. */
  readonly lasts: number;
  /** True if activity no longer extends the session, because a session ends 12 hours after the login at the latest. */
  readonly last: boolean;
}

export const sessionEnd = createStore<SessionEnd | null>(null);

/** A smaller difference is network latency and not an extension of the session. */
const MOVED_MS = 1500;

/** The channel is opened on demand, so that tests that do not need it do not open one. */
let channel: BroadcastChannel | undefined;

export function noteSession(seconds: number, since = Date.now()): void {
  const at = since + seconds * 1000;
  const before = sessionEnd.get();
  sessionEnd.set({ at, lasts: Math.max(before?.lasts ?? 0, seconds * 1000), last: false });
}

export function listenToOtherTabs(): () => void {
  channel = new BroadcastChannel('cairn-session');
  channel.addEventListener('message', ({ data }: MessageEvent<{ seconds: number }>) =>
    noteSession(data.seconds),
  );
  return () => {
    channel?.close();
    channel = undefined;
  };
}

/** Extends the session. A failure shows no message here; the end of the session has its own. */
export async function prolongSession(): Promise<void> {
  const before = sessionEnd.get();
  const answer = await send('updateCookieTimeout', {}).catch(() => undefined);
  if (!answer) return;
  noteSession(answer.sessionSeconds);
  const now = sessionEnd.get();
  if (
    before &&
    now &&
    now.at - before.at < MOVED_MS &&
    answer.sessionSeconds * 1000 < now.lasts / 2
  ) {
    sessionEnd.set({ ...now, last: true });
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin: ours
  channel?.postMessage({ seconds: answer.sessionSeconds });
}
