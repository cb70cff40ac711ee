import { createStore } from '../../lib/store.ts';
import type { RejectionCode } from './uploadProblems.ts';

export interface Upload {
  id: string;
  /** Of the request that it answers; of a shoebox, its own name. */
  title: string;
  fileName: string;
  size: number;
  percent: number;
  /** Files that were not sent stay until they are retried or dismissed, so that they are seen. */
  state: 'sending' | 'paused' | 'saving' | 'sent' | 'canceled' | 'failed';
  reason?: string;
  /** Of one that was not sent at all. */
  rejection?: RejectionCode;
  /** Of a large file, once enough was sent to tell. */
  secondsLeft?: number | null;
  cancel: () => void;
  /** Of a failed one that can be sent again as it is. */
  retry?: () => void;
}

type Uploads = ReadonlyMap<string, readonly Upload[]>;

/** By the element they answer: they continue when the user leaves the folder. */
export const uploads = createStore<Uploads>(new Map());

function changeUploads(
  elementId: string,
  change: (now: readonly Upload[]) => readonly Upload[],
): void {
  uploads.set((all) => {
    const next = new Map(all);
    const changed = change(all.get(elementId) ?? []);
    if (changed.length > 0) next.set(elementId, changed);
    else next.delete(elementId);
    return next;
  });
}

export const isGoing = ({ state }: Pick<Upload, 'state'>): boolean =>
  state === 'sending' || state === 'paused' || state === 'saving';

/** What was sent or failed before makes room for the next try. */
export const addUploads = (elementId: string, added: readonly Upload[]): void =>
  changeUploads(elementId, (now) => [...now.filter(isGoing), ...added]);

export const changeUpload = (elementId: string, id: string, change: Partial<Upload>): void =>
  changeUploads(elementId, (now) =>
    now.map((each) => (each.id === id ? { ...each, ...change } : each)),
  );

export const dropUpload = (elementId: string, id: string): void =>
  changeUploads(elementId, (now) => now.filter((each) => each.id !== id));

/** Once none is under way, those that arrived are shown by their requests; until then they count. The others stay. */
export function dropSent(): void {
  uploads.set((all) => {
    if ([...all.values()].flat().some(isGoing)) return all;
    const left = [...all].map(
      ([id, list]) => [id, list.filter(({ state }) => state !== 'sent')] as const,
    );
    return new Map(left.filter(([, list]) => list.length > 0));
  });
}
