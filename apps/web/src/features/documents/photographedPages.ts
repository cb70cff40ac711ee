/** Pages that are photographed for a request and not sent yet. Those of the camera's feature itself load later. */
import type { Element } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';
import { takePhoto } from './chooseFile.ts';
import { hasLiveCamera } from './liveCamera.ts';

export interface Capture {
  readonly element: Element;
  /** Just taken; the draft's pages come before them. */
  readonly photos: readonly File[];
  /** The live camera is open. */
  readonly camera?: boolean;
}

/** The request whose pages are open. */
export const openCapture = createStore<Capture | null>(null);

export async function startCapture(element: Element): Promise<void> {
  if (await hasLiveCamera()) openCapture.set({ element, photos: [], camera: true });
  else takePhoto((photo) => openCapture.set({ element, photos: [photo] }));
}

export const continueCapture = (element: Element): void => openCapture.set({ element, photos: [] });

export const DRAFTS = 'cairn-pages';
const MAX_AGE_MS = 7 * 24 * 3_600_000;

interface Drafts {
  /** When the last page was taken. */
  at: number;
  userId: string;
  /** Pages by request. */
  counts: Record<string, number>;
}

function erase(): void {
  try {
    localStorage.removeItem(DRAFTS);
    indexedDB.deleteDatabase(DRAFTS);
  } catch {
    // Private windows may refuse storage: then there is nothing to erase.
  }
}

function readDrafts(): Drafts | null {
  try {
    const drafts = JSON.parse(localStorage.getItem(DRAFTS) ?? 'null') as Drafts | null;
    if (drafts && Date.now() - drafts.at < MAX_AGE_MS) return drafts;
    if (drafts) erase();
    return null;
  } catch {
    return null;
  }
}

const none: Drafts = { at: 0, userId: '', counts: {} };

/** How many pages wait in this browser, for each request. The pages themselves are in IndexedDB. */
export const draftedPages = createStore<Drafts>(readDrafts() ?? none);

export function noteDraft(userId: string, elementId: string, pages: number): void {
  const { counts, userId: before } = draftedPages.get();
  const { [elementId]: _, ...others } = before === userId ? counts : {};
  const next = {
    at: Date.now(),
    userId,
    counts: pages ? { ...others, [elementId]: pages } : others,
  };
  draftedPages.set(next);
  try {
    localStorage.setItem(DRAFTS, JSON.stringify(next));
  } catch {
    // Private windows may refuse storage: the pages last as long as this page.
  }
}

/** At log-out, when another user logs in, and after a week: these are people's tax returns. */
export function forgetDrafts(): void {
  draftedPages.set(none);
  erase();
}

/** A session that ended by itself leaves pages behind: they stay for the same user, and are erased for another. */
export function keepDraftsOf(userId: string): void {
  const { userId: before } = draftedPages.get();
  if (before !== '' && before !== userId) forgetDrafts();
}
