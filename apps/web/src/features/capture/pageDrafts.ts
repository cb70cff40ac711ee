/**
 * Drafts of pages that are not sent yet, stored only in this browser so that a reload or an interruption does not lose
 * them.
 */
import { DRAFTS, noteDraft } from '../documents/photographedPages.ts';
import type { Quad, Turns } from './quad.ts';

export interface PhotographedPage {
  readonly id: string;
  readonly photo: Blob;
  readonly corners: Quad;
  readonly turns: Turns;
  /** The straightened picture that will be sent. */
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
  readonly isBlurred: boolean;
  /** True if the whole photo is used because no edges were found. */
  readonly isWhole: boolean;
}

export interface PageDraft {
  readonly pages: readonly PhotographedPage[];
  readonly name: string;
  readonly note: string;
}

const STORE = 'drafts';

const settleRequest = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

async function withStore<Value>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open(DRAFTS, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(STORE));
  const database = await settleRequest(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const committed = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('IndexedDB')),
      );
    });
    const [value] = await Promise.all([
      settleRequest(run(transaction.objectStore(STORE))),
      committed,
    ]);
    return value;
  } finally {
    database.close();
  }
}

interface Place {
  readonly userId: string;
  readonly elementId: string;
}
const keyOf = ({ userId, elementId }: Place): string => `${userId} ${elementId}`;

/** Null if there is no draft, or if this browser does not allow storage. */
export async function readDraft(place: Place): Promise<PageDraft | null> {
  try {
    return (await withStore<PageDraft | undefined>('readonly', (s) => s.get(keyOf(place)))) ?? null;
  } catch {
    return null;
  }
}

/** Resolves to whether the draft was saved. */
export async function keepDraft(place: Place, draft: PageDraft): Promise<boolean> {
  const { length } = draft.pages;
  try {
    await withStore<unknown>('readwrite', (s): IDBRequest =>
      length > 0 ? s.put(draft, keyOf(place)) : s.delete(keyOf(place)),
    );
    noteDraft(place.userId, place.elementId, length);
    return true;
  } catch (failure) {
    console.warn('photographed pages are not kept', failure);
    return false;
  }
}

export const dropDraft = (place: Place): Promise<boolean> =>
  keepDraft(place, { pages: [], name: '', note: '' });
