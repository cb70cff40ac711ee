import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  DRAFTS,
  draftedPages,
  forgetDrafts,
  keepDraftsOf,
  noteDraft,
} from './photographedPages.ts';

const storage = new Map<string, string>();
const deleteDatabase = vi.fn<(name: string) => void>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  });
  vi.stubGlobal('indexedDB', { deleteDatabase });
  forgetDrafts();
  deleteDatabase.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

it('keeps the pages of a user who comes back', () => {
  noteDraft('elena', 'tax return', 2);
  keepDraftsOf('elena');
  expect(draftedPages.get().counts).toEqual({ 'tax return': 2 });
  expect(deleteDatabase).not.toHaveBeenCalled();
});

it('erases the pages of a user whose session ended once another one logs in', () => {
  noteDraft('elena', 'tax return', 2);
  keepDraftsOf('jonas');
  expect(draftedPages.get().counts).toEqual({});
  expect(storage.has(DRAFTS)).toBe(false);
  expect(deleteDatabase).toHaveBeenCalledWith(DRAFTS);
});
