/** The queue of the review page. Decided documents keep their position so that a decision can be undone. */
import type { ReviewItem } from '@cairn/contract';

export interface Outcome {
  state: 'APPROVED' | 'REJECTED' | 'CLOSED';
  /** Null if the decision was made on this page. */
  by: string | null;
}

export interface Entry {
  item: ReviewItem;
  outcome: Outcome | null;
}

export interface Queue {
  entries: readonly Entry[];
  /** Null if no document is left to decide. */
  current: string | null;
}

export const EMPTY_QUEUE: Queue = { entries: [], current: null };

export const isOpen = ({ outcome }: Entry): boolean => outcome === null;

export const entryOf = (queue: Queue, id: string | null): Entry | undefined =>
  queue.entries.find(({ item }) => item.id === id);

const indexOf = ({ entries }: Queue, id: string | null): number =>
  entries.findIndex(({ item }) => item.id === id);

/** The next open document, or else the first open one before the current. */
export function nextOpen(queue: Queue, from: string | null): string | null {
  const at = indexOf(queue, from);
  const after = queue.entries.slice(at + 1).find(isOpen);
  return (after ?? queue.entries.slice(0, Math.max(at, 0)).find(isOpen))?.item.id ?? null;
}

/** Moves to the next or previous document. Decided documents are included so that they can be reviewed again. */
export function step(queue: Queue, by: 1 | -1): Queue {
  const at = indexOf(queue, queue.current);
  const to = at < 0 && by < 0 ? queue.entries.at(-1) : queue.entries[at + by];
  return to ? { ...queue, current: to.item.id } : queue;
}

/**
 * The documents to preload: the current one, the one before, the next two open ones and the one that follows a
 * decision.
 */
export function entriesToPreload(queue: Queue): Entry[] {
  const at = indexOf(queue, queue.current);
  if (at < 0) return [];
  const ahead = queue.entries
    .slice(at + 1)
    .filter(isOpen)
    .slice(0, 2);
  const next = nextOpen(queue, queue.current);
  const around = [queue.entries[at - 1], queue.entries[at], ...ahead, entryOf(queue, next)];
  return [...new Set(around)].filter((entry) => entry !== undefined);
}

const outcomeOf = (item: ReviewItem, name: (item: ReviewItem) => string): Outcome | null =>
  item.state === 'OPEN' ? null : { state: item.state, by: name(item) };

/** Whether text recognition and the checks have made no progress between the two versions of the item. */
const isReadAlike = (one: ReviewItem, other: ReviewItem): boolean =>
  one.document?.contentState === other.document?.contentState &&
  JSON.stringify(one.checks) === JSON.stringify(other.checks);

/** Whether a check found a difference between the document and its request. */
export const hasFailedCheck = ({ item }: Entry): boolean =>
  item.checks.some(({ state }) => state === 'FAILED');

/** The next document in the given direction that the filter shows. */
export function nextShown(
  { entries, current }: Queue,
  isShown: (entry: Entry) => boolean,
  by: 1 | -1,
): string | undefined {
  const at = entries.findIndex(({ item }) => item.id === current);
  const ahead = by > 0 ? entries.slice(at + 1) : entries.slice(0, Math.max(at, 0)).toReversed();
  return ahead.find(isShown)?.item.id;
}

/** The next document to decide, starting again at the first after the last. Undefined if there is no other. */
export function nextToDecide(queue: Queue, isShown: (entry: Entry) => boolean): string | undefined {
  const isNext = (entry: Entry): boolean =>
    isShown(entry) && isOpen(entry) && entry.item.id !== queue.current;
  return nextShown(queue, isNext, 1) ?? queue.entries.find(isNext)?.item.id;
}

/**
 * Merges the server's list into the queue. An item whose version is not newer does not undo a decision made on this
 * page.
 */
export function merge(
  queue: Queue,
  items: readonly ReviewItem[],
  name: (item: ReviewItem) => string = () => '',
): Queue {
  const newItems = new Map(items.map((item) => [item.id, item]));
  const entries = queue.entries.map((entry) => {
    const item = newItems.get(entry.item.id);
    newItems.delete(entry.item.id);
    if (!item || item.version < entry.item.version) return entry;
    // Either nothing has changed or a decision of this page is being saved. Keeping the entry's identity avoids
    // rendering its row again.
    if (item.version === entry.item.version && (entry.outcome?.by ?? null) === null) {
      return isReadAlike(item, entry.item) ? entry : { ...entry, item };
    }
    return { item, outcome: outcomeOf(item, name) };
  });
  for (const item of newItems.values()) {
    const last = entries.findLastIndex((entry) => entry.item.loanId === item.loanId);
    entries.splice(last < 0 ? entries.length : last + 1, 0, { item, outcome: null });
  }
  return settle({ ...queue, entries }, queue);
}

/** IDs of documents that are open in the queue but missing from the server's list. */
export function findMissing(queue: Queue, items: readonly ReviewItem[]): string[] {
  const listedIds = new Set(items.map(({ id }) => id));
  return queue.entries
    .filter((entry) => isOpen(entry) && !listedIds.has(entry.item.id))
    .map(({ item }) => item.id);
}

/** Moves to the next open document if another user has decided the current one. */
function settle(queue: Queue, before: Queue): Queue {
  const was = entryOf(before, queue.current);
  const now = entryOf(queue, queue.current);
  if (!now) return { ...queue, current: nextOpen(queue, null) };
  if (!was || !isOpen(was) || isOpen(now)) return queue;
  return { ...queue, current: nextOpen(queue, queue.current) };
}

/** Sets or removes an outcome before the server has confirmed it. */
export function decide(
  queue: Queue,
  ids: readonly string[],
  outcome: Outcome | null,
  current: string | null,
): Queue {
  const chosenIds = new Set(ids);
  const entries = queue.entries.map((entry) =>
    chosenIds.has(entry.item.id) ? { ...entry, outcome } : entry,
  );
  return { entries, current };
}

/** Stores the versions that a save returned, because the next save must send them. */
export function withVersions(queue: Queue, versions: ReadonlyMap<string, number>): Queue {
  const entries = queue.entries.map((entry) => {
    const version = versions.get(entry.item.id);
    return version === undefined ? entry : { ...entry, item: { ...entry.item, version } };
  });
  return { ...queue, entries };
}

/**
 * Closes documents that were decided elsewhere. If the current one is among them, the queue moves to the next open
 * document.
 */
export function close(queue: Queue, ids: readonly string[], outcome: Outcome): Queue {
  return ids.length === 0 ? queue : settle(decide(queue, ids, outcome, queue.current), queue);
}
