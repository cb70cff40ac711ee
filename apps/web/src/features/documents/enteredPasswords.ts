import type { Document } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';

/** Locked files whose password was entered here, each with the moment: their cards stay until the result is known. */
export const unlocking = createStore<ReadonlyMap<string, string>>(new Map());

export const startUnlocking = ({ id, lastModifiedDate }: Document): void =>
  unlocking.set((all) => new Map(all).set(id, lastModifiedDate));

export const stopUnlocking = (documentId: string): void =>
  unlocking.set((all) => new Map([...all].filter(([id]) => id !== documentId)));

type Shown = Pick<Document, 'id' | 'virusScanState' | 'lastModifiedDate'>;

/** Until the scan has changed the document once more. */
export function isUnlocking(all: ReadonlyMap<string, string>, file: Shown): boolean {
  const enteredAt = all.get(file.id);
  if (enteredAt === undefined) return false;
  return file.virusScanState === 'PENDING' || file.lastModifiedDate <= enteredAt;
}
