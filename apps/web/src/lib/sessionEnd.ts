/**
 * When the session ends, shared by all tabs of this browser. Only user activity extends it:
 * the active tab tells the server, and the other tabs.
 */
import { send } from './client.ts';
import { createStore } from './store.ts';

export interface SessionEnd {
  /** By this browser's own clock, which may be set wrong. */
  readonly at: number;
  /** Milliseconds until the session ends after the last activity. */
  readonly lasts: number;
  /** Twelve hours are the most: being there does not move it any more. */
  readonly last: boolean;
}

export const sessionEnd = createStore<SessionEnd | null>(null);

/** Less than this is the answer's own way, not a longer session. */
const MOVED_MS = 1500;

/** The channel is opened with the first page that needs it, and by no test that does not. */
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

/** Extends the session. A failure is silent: the end of the session shows its own message. */
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
