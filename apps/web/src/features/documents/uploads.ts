import { createStore } from '../../lib/store.ts';
import type { RejectionCode } from './uploadProblems.ts';

export interface Upload {
  id: string;
  /** The title of the request that the file answers, or the name of the shoebox. */
  title: string;
  fileName: string;
  size: number;
  percent: number;
  /**
   * Failed and canceled uploads stay in the list until they are retried or dismissed, so that the user notices them.
   */
  state: 'sending' | 'paused' | 'saving' | 'sent' | 'canceled' | 'failed';
  reason?: string;
  /** Set if the file was rejected before it was sent. */
  rejection?: RejectionCode;
  /** The estimated time left; null until enough is sent for an estimate. */
  secondsLeft?: number | null;
  cancel: () => void;
  /** Set if the upload failed and the same file can be sent again. */
  retry?: () => void;
}

type Uploads = ReadonlyMap<string, readonly Upload[]>;

/**
 * Uploads by the ID of the element that they answer. They are in a store so that they continue when the user leaves the
 * page.
 */
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

/** Adds uploads and removes the finished ones of the same element. */
export const addUploads = (elementId: string, added: readonly Upload[]): void =>
  changeUploads(elementId, (now) => [...now.filter(isGoing), ...added]);

export const changeUpload = (elementId: string, id: string, change: Partial<Upload>): void =>
  changeUploads(elementId, (now) =>
    now.map((each) => (each.id === id ? { ...each, ...change } : each)),
  );

export const dropUpload = (elementId: string, id: string): void =>
  changeUploads(elementId, (now) => now.filter((each) => each.id !== id));

/**
 * Removes the sent uploads once no upload is in progress. Until then they count toward the progress. Failed and
 * canceled uploads stay.
 */
export function dropSent(): void {
  uploads.set((all) => {
    if ([...all.values()].flat().some(isGoing)) return all;
    const left = [...all].map(
      ([id, list]) => [id, list.filter(({ state }) => state !== 'sent')] as const,
    );
    return new Map(left.filter(([, list]) => list.length > 0));
  });
}
