/**
 * The state of photographed pages that are not sent yet. The code that edits the pages is in the capture feature, which
 * loads later.
 */
import type { Element } from '@cairn/contract';
import { createStore } from '../../lib/store.ts';
import { takePhoto } from './chooseFile.ts';
import { hasLiveCamera } from './liveCamera.ts';

export interface Capture {
  readonly element: Element;
  /** Photos that were just taken. They come after the pages of the saved draft. */
  readonly photos: readonly File[];
  /** True if the live camera is open. */
  readonly camera?: boolean;
}

/** The request whose pages are being photographed or edited. */
export const openCapture = createStore<Capture | null>(null);

export async function startCapture(element: Element): Promise<void> {
  if (await hasLiveCamera()) openCapture.set({ element, photos: [], camera: true });
  else takePhoto((photo) => openCapture.set({ element, photos: [photo] }));
}

export const continueCapture = (element: Element): void => openCapture.set({ element, photos: [] });

export const DRAFTS = 'cairn-pages';
const MAX_AGE_MS = 7 * 24 * 3_600_000;

interface Drafts {
  /** Time in milliseconds of the last change to the pages. */
  at: number;
  userId: string;
  /** Number of pages by request ID. */
  counts: Record<string, number>;
}

function erase(): void {
  try {
    localStorage.removeItem(DRAFTS);
    indexedDB.deleteDatabase(DRAFTS);
  } catch {
    // Private windows may deny storage access. There is then nothing to erase.
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

/** Number of unsent pages in this browser by request. The pages themselves are in IndexedDB. */
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
    // Private windows may deny storage access. The pages are then lost when the page is closed.
  }
}

/**
 * Erases the pages, which can contain tax returns. Called at logout and when another user logs in. `readDrafts` also
 * erases pages that are older than a week.
 */
export function forgetDrafts(): void {
  draftedPages.set(none);
  erase();
}

/** When a session expires, the pages stay for the same user. When another user logs in, they are erased. */
export function keepDraftsOf(userId: string): void {
  const { userId: before } = draftedPages.get();
  if (before !== '' && before !== userId) forgetDrafts();
}
