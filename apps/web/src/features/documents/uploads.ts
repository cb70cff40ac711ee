import { createStore } from '../../kit/store.ts';

export interface Upload {
  fileName: string;
  size: number;
  percent: number;
  /** Cancelled and failed uploads stay in the row until the next try, so that they are seen. */
  state: 'sending' | 'saving' | 'canceled' | 'failed';
  reason?: string;
  cancel: () => void;
}

/** What is on its way, by the document it answers: outlives the folder being looked at. */
export const uploads = createStore<ReadonlyMap<string, Upload>>(new Map());

export function putUpload(elementId: string, upload: Upload): void {
  uploads.set((now) => new Map(now).set(elementId, upload));
}

export function changeUpload(elementId: string, change: Partial<Upload>): void {
  const known = uploads.get().get(elementId);
  if (known) putUpload(elementId, { ...known, ...change });
}

export function dropUpload(elementId: string): void {
  uploads.set((now) => {
    const next = new Map(now);
    next.delete(elementId);
    return next;
  });
}
