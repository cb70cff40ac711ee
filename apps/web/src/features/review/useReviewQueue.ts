import type { RejectionCode, ReviewItem } from '@cairn/contract';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { type Reply, send } from '../../lib/client.ts';
import { personName } from '../../lib/format/names.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import {
  close,
  decide,
  EMPTY_QUEUE,
  entryOf,
  isOpen,
  merge,
  nextOpen,
  type Queue,
  step,
  findMissing,
  withVersions,
} from './reviewQueue.ts';

/** The API requires a user ID in a rejection but ignores its value and records the authenticated user. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';
/** Maximum number of IDs in one request. */
const MAX_LOOKED_UP = 100;

export interface Rejection {
  code: RejectionCode | undefined;
  reason: string;
}

/** A decision that was made on this page. The history lists the newest decision last. */
export interface Decision {
  ids: readonly string[];
  title: string;
  state: 'APPROVED' | 'REJECTED';
  /** Resolves to true if the server accepted the decision. */
  saved: Promise<boolean>;
}

const deciderName = ({ decidedBy }: ReviewItem): string =>
  decidedBy ? personName(decidedBy) : 'someone else';

export function useReviewQueue(loanId: string | undefined) {
  const query = useCall('listReviewQueue', { query: loanId === undefined ? {} : { loanId } });
  const [queue, setQueue] = useState<Queue>(EMPTY_QUEUE);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [history, setHistory] = useState<readonly Decision[]>([]);
  const latest = useRef(queue);
  const change = (next: (now: Queue) => Queue) => {
    latest.current = next(latest.current);
    setQueue(latest.current);
  };
  const { mutateAsync: update } = useAction('updateFormElements');
  const { data } = query;
  /** Loads the state of documents that are no longer listed. If this fails, the next change of the list tries again. */
  const lookUp = async (ids: string[]): Promise<void> => {
    const reply = await send('listReviewQueue', { query: { elementId: ids } }).catch(() => null);
    if (!reply) return;
    const replyIds = new Set(reply.items.map(({ id }) => id));
    const removed = ids.filter((id) => !replyIds.has(id));
    // The document was deleted or the user lost access to it.
    const closed = { state: 'CLOSED', by: '' } as const;
    change((now) => close(merge(now, reply.items, deciderName), removed, closed));
  };
  const takeIn = useEventCallback(({ items, loans }: Reply<'listReviewQueue'>) => {
    const missing = findMissing(latest.current, items).slice(0, MAX_LOOKED_UP);
    change((now) => merge(now, items));
    // A loan is no longer listed once all its documents are decided, so its name is kept here.
    setNames((before) => new Map([...before, ...loans.map(({ id, name }) => [id, name] as const)]));
    if (missing.length > 0) void lookUp(missing);
  });
  useEffect(() => {
    if (data) takeIn(data);
  }, [data, takeIn]);

  /** The pending save of each document. The next save waits for it because it needs the new version. */
  const saves = useRef(new Map<string, Promise<unknown>>());
  const save = (ids: readonly string[], fields: object): Promise<boolean> => {
    const earlier = ids.flatMap((id) => saves.current.get(id) ?? []);
    const saved = Promise.all(earlier).then(() => sendUpdates(ids, fields));
    for (const id of ids) saves.current.set(id, saved);
    return saved;
  };
  const sendUpdates = async (ids: readonly string[], changes: object): Promise<boolean> => {
    try {
      const updates = ids.map((id) => {
        const { loanId: of, version } = entryOf(latest.current, id)!.item;
        return { id, loanId: of, version, ...changes };
      });
      const { elements } = await update({ body: { updates } });
      change((now) => withVersions(now, new Map(elements.map(({ id, version }) => [id, version]))));
      return true;
    } catch {
      return false;
    }
  };

  const takeBackIfRefused = async (decision: Decision): Promise<void> => {
    if (await decision.saved) return;
    // Reopens the documents. The lookup below corrects the state if another user decided them in the meantime.
    change((now) => decide(now, decision.ids, null, decision.ids[0]!));
    setHistory((decisions) => decisions.filter((each) => each !== decision));
    await lookUp(decision.ids.slice(0, MAX_LOOKED_UP));
  };
  const settle = (
    ids: readonly string[],
    state: Decision['state'],
    changes: object,
  ): Decision | undefined => {
    const [first] = ids;
    if (first === undefined) return undefined;
    const { title } = entryOf(latest.current, first)!.item;
    const saved = save(ids, changes);
    change((now) => {
      const decided = decide(now, ids, { state, by: null }, now.current);
      const isOver = ids.includes(now.current ?? '');
      return isOver ? { ...decided, current: nextOpen(decided, now.current) } : decided;
    });
    const decision = {
      ids,
      title: ids.length === 1 ? title : `${ids.length} documents`,
      state,
      saved,
    };
    setHistory((decisions) => [...decisions, decision]);
    announce(`${decision.title}: ${state === 'APPROVED' ? 'Approved' : 'Rejected'}`);
    void takeBackIfRefused(decision);
    return decision;
  };

  const openOf = (ids: readonly string[]) =>
    ids.filter((id) => {
      const entry = entryOf(latest.current, id);
      return entry !== undefined && isOpen(entry);
    });

  return {
    query,
    queue,
    names,
    history,
    /** Includes the documents beyond the first page of the server's list. */
    count: queue.entries.length + Math.max(0, (data?.total ?? 0) - (data?.items.length ?? 0)),
    show: useEventCallback((id: string) => change((now) => ({ ...now, current: id }))),
    step: useEventCallback((by: 1 | -1) => change((now) => step(now, by))),
    approve: useEventCallback((ids: readonly string[]) => {
      const mine = openOf(ids).filter(
        (id) => !entryOf(latest.current, id)!.item.needsOtherReviewer,
      );
      return settle(mine, 'APPROVED', { approved: true });
    }),
    reject: useEventCallback((ids: readonly string[], { code, reason }: Rejection) =>
      settle(openOf(ids), 'REJECTED', {
        rejectedByUserId: ANY_ID,
        rejectionReason: reason,
        ...(code && { rejectionCode: code }),
      }),
    ),
    undo: useEventCallback(async () => {
      const last = history.at(-1);
      if (!last) return;
      setHistory((decisions) => decisions.filter((each) => each !== last));
      if (!(await last.saved)) return;
      const changes = last.state === 'APPROVED' ? { approved: false } : { rejectedByUserId: null };
      change((now) => decide(now, last.ids, null, last.ids[0]!));
      const isUndone = await save(last.ids, changes);
      announce(isUndone ? `${last.title} is back in review` : `${last.title}: couldn’t undo`);
      if (!isUndone) {
        change((now) => decide(now, last.ids, { state: last.state, by: null }, now.current));
      }
    }),
  };
}
export type ReviewQueue = ReturnType<typeof useReviewQueue>;
