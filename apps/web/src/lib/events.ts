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
/** A stream that is back within this time was never missed: servers end streams now and then. */
const GRACE_MS = 4_000;
const REMEMBERED_NOTICES = 500;
/** Another web process may answer, and hears of the window up to two seconds later. */
const WINDOW_AGAIN_MS = 3_000;
const ROLE_CHANGED = 'session.roleChanged';

/** After a reconnect the server may repeat itself; the oldest ids are forgotten first. */
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
 * How long to wait before the given attempt, counted from 0: twice as long each time, and half of it by chance, so
 * that the pages that lost the same server do not come back together.
 */
export function reopenAfterMs(attempt: number, chance = Math.random()): number {
  const longest = Math.min(REOPEN_AFTER_MS.first * 2 ** attempt, REOPEN_AFTER_MS.most);
  return Math.round(longest * (0.5 + chance / 2));
}

/** While the window is on nothing else is answered; afterwards everything is asked for again. */
const askable = (changes: Tag[]): Tag[] =>
  closedForMaintenance.get() ? changes.filter((tag) => tag === 'maintenance') : changes;

/** Merges missed notices into one, so that each query is refetched once. */
export function asOne(missed: readonly ChangeNotice[]): { changes: Tag[]; loanId: string | null } {
  const loans = new Set(missed.map(({ loanId }) => loanId));
  const [loanId = null] = loans.size === 1 ? loans : [];
  return { changes: [...new Set(missed.flatMap(({ changes }) => changes))], loanId };
}

/** Refreshes what a change touched. */
function look(changes: Tag[], loanId: string | null): void {
  void refresh(askable(changes), loanId);
  if (changes.includes('maintenance')) {
    window.setTimeout(() => void refresh(['maintenance']), WINDOW_AGAIN_MS);
  }
}

/**
 * The one stream of this tab: what others change shows here without a reload. It begins where the
 * page's first answer was given, not where it is opened: a change in between is told too.
 */
export function listenToChanges(from: string): () => void {
  const isNew = onceEach();
  let source: EventSource | undefined;
  let lastId: string | undefined = from;
  /** Undefined once the server has told all that came before the stream was opened. */
  let missed: ChangeNotice[] | undefined = [];
  let reopening: number | undefined;
  let complaining: number | undefined;
  let ended = false;
  let attempts = 0;
  /** A server that stops says when to come back. */
  let awayMs = 0;

  const opened = () => {
    missed = [];
    attempts = 0;
    awayMs = 0;
    window.clearTimeout(complaining);
    complaining = undefined;
    connectionLost.set(false);
  };

  /** Not every event has an id of its own: the browser keeps the one before. */
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

  /** The past is told, from now on everything is news. */
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

  /** A stream refused for good is either a session that ended or a server that is away. */
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
