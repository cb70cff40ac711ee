import { calls } from './calls.ts';
import type { ChangeNotice, ReviewingNotice, Tag, TypingNotice } from '@cairn/contract';
import { NOTIFICATION_EXPORTED } from '@cairn/contract/notification-terms';
import { addressOf, send } from './client.ts';
import { connectionLost } from './connection.ts';
import { closedForMaintenance } from './maintenance.ts';
import { queryClient, refresh } from './queries.ts';
import { followRole } from './roleChange.ts';
import { noteReviewing } from './reviewingNotices.ts';
import { sessionExpired } from './session.ts';
import { waitingToasts } from './toast.ts';
import { noteTyping } from './typingNotices.ts';

const REOPEN_AFTER_MS = { first: 3_000, most: 60_000 };
/**
 * A stream that reconnects within this time is not reported as lost, because servers close streams from time to time.
 */
const GRACE_MS = 4_000;
const REMEMBERED_NOTICES = 500;
/**
 * The next request can reach another web process, which learns of the maintenance window up to two seconds later. The
 * state is therefore requested again after this time.
 */
const WINDOW_AGAIN_MS = 3_000;
const ROLE_CHANGED = 'session.roleChanged';

/**
 * Returns a function that is true for each id only the first time, because the server can repeat notices after a
 * reconnect. The oldest ids are forgotten first.
 */
function onceEach(): (id: string) => boolean {
  const seenIds = new Set<string>();
  return (id) => {
    if (seenIds.has(id)) return false;
    seenIds.add(id);
    if (seenIds.size > REMEMBERED_NOTICES) seenIds.delete(seenIds.values().next().value ?? id);
    return true;
  };
}

/**
 * The delay before a reconnect attempt, counted from 0. It doubles with each attempt, and half of it is random, so that
 * pages that lost the same server do not reconnect at the same time.
 */
export function reopenAfterMs(attempt: number, chance = Math.random()): number {
  const longest = Math.min(REOPEN_AFTER_MS.first * 2 ** attempt, REOPEN_AFTER_MS.most);
  return Math.round(longest * (0.5 + chance / 2));
}

/**
 * The tags to refresh. During the maintenance window the server answers nothing else; when the window ends, everything
 * is refetched.
 */
const askable = (changes: Tag[]): Tag[] =>
  closedForMaintenance.get() ? changes.filter((tag) => tag === 'maintenance') : changes;

/**
 * Merges the missed notices into one, so that each query is refetched once. `loanId` is null if they concern several
 * loans.
 */
export function asOne(missed: readonly ChangeNotice[]): { changes: Tag[]; loanId: string | null } {
  const loans = new Set(missed.map(({ loanId }) => loanId));
  const [loanId = null] = loans.size === 1 ? loans : [];
  return { changes: [...new Set(missed.flatMap(({ changes }) => changes))], loanId };
}

/** Refetches the queries that a change affects. */
function look(changes: Tag[], loanId: string | null): void {
  void refresh(askable(changes), loanId);
  if (changes.includes('maintenance')) {
    window.setTimeout(() => void refresh(['maintenance']), WINDOW_AGAIN_MS);
  }
}

/**
 * Opens the event stream of this tab, so that changes by other users appear without a reload. The stream starts at the
 * position of the page's first response and not at the time of the connection, so that no change in between is missed.
 */
export function listenToChanges(from: string): () => void {
  const isNew = onceEach();
  let source: EventSource | undefined;
  let lastId: string | undefined = from;
  /** Changes that happened before the stream was opened. Undefined after the server has sent all of them. */
  let missed: ChangeNotice[] | undefined = [];
  let reopening: number | undefined;
  let complaining: number | undefined;
  let ended = false;
  let attempts = 0;
  /** How long a server that is shutting down asks clients to wait before they reconnect. */
  let awayMs = 0;

  const opened = () => {
    missed = [];
    attempts = 0;
    awayMs = 0;
    window.clearTimeout(complaining);
    complaining = undefined;
    connectionLost.set(false);
  };

  /** An event without its own id has the id of the event before it. */
  const keepEventId = ({ lastEventId }: MessageEvent<string>) => {
    lastId = lastEventId || lastId;
  };

  const handleChange = (event: MessageEvent<string>) => {
    const notice = JSON.parse(event.data) as ChangeNotice;
    keepEventId(event);
    if (!isNew(notice.id)) return;
    if (notice.kind === ROLE_CHANGED) void followRole();
    else if (missed) missed.push(notice);
    else {
      look(notice.changes, notice.loanId);
      if (notice.kind === NOTIFICATION_EXPORTED) {
        waitingToasts.set((waiting) => [...waiting, { exported: true }]);
      }
    }
  };

  /** The server has sent all earlier changes; those that follow are handled one by one as they arrive. */
  const ready = (event: MessageEvent<string>) => {
    keepEventId(event);
    const { changes, loanId } = asOne(missed ?? []);
    missed = undefined;
    if (changes.length > 0) look(changes, loanId);
  };

  const reset = (event: MessageEvent<string>) => {
    lastId = event.lastEventId || undefined;
    void queryClient.invalidateQueries();
  };

  /** The browser does not reconnect a closed stream. Either the session has ended or the server is unavailable. */
  const reopen = async () => {
    const session = await send('isAuthenticated', {}).catch(() => null);
    if (ended) return;
    if (session?.success === false) sessionExpired();
    else reopening = window.setTimeout(open, reopenAfterMs(attempts++));
  };

  const failed = () => {
    complaining ??= window.setTimeout(() => connectionLost.set(true), awayMs + GRACE_MS);
    if (source?.readyState === EventSource.CLOSED) void reopen();
  };

  function open() {
    const query = lastId === undefined ? {} : { after: lastId };
    source = new EventSource(addressOf(calls.streamEvents.path, { query }));
    source.addEventListener('open', opened);
    source.addEventListener('change', handleChange);
    source.addEventListener('reset', reset);
    source.addEventListener('ready', ready);
    source.addEventListener('beat', keepEventId);
    source.addEventListener('closing', ({ data }: MessageEvent<string>) => {
      awayMs = (JSON.parse(data) as { retryMs: number }).retryMs;
    });
    source.addEventListener('typing', ({ data }: MessageEvent<string>) =>
      noteTyping(JSON.parse(data) as TypingNotice),
    );
    source.addEventListener('reviewing', ({ data }: MessageEvent<string>) =>
      noteReviewing(JSON.parse(data) as ReviewingNotice),
    );
    source.addEventListener('error', failed);
  }

  open();
  return () => {
    ended = true;
    window.clearTimeout(reopening);
    window.clearTimeout(complaining);
    source?.close();
  };
}
