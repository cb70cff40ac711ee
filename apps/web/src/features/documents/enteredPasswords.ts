import type { Document } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';

/**
 * Documents whose password the user entered here, with their last modified date at that time. Their cards stay visible
 * until the result of the scan is known.
 */
export const unlocking = createStore<ReadonlyMap<string, string>>(new Map());

export const startUnlocking = ({ id, lastModifiedDate }: Document): void =>
  unlocking.set((all) => new Map(all).set(id, lastModifiedDate));

export const stopUnlocking = (documentId: string): void =>
  unlocking.set((all) => new Map([...all].filter(([id]) => id !== documentId)));

type Shown = Pick<Document, 'id' | 'virusScanState' | 'lastModifiedDate'>;

/** True until the scan has updated the document. */
export function isUnlocking(all: ReadonlyMap<string, string>, file: Shown): boolean {
  const enteredAt = all.get(file.id);
  if (enteredAt === undefined) return false;
  return file.virusScanState === 'PENDING' || file.lastModifiedDate <= enteredAt;
}
