/** Steps in review mode, shared by the journeys and the speed test. */
import { expect, type Locator, type Page } from '@playwright/test';

export const currentItem = (page: Page): Locator => page.locator('[aria-current=true]');
/** The document that is shown, and those that are preloaded. */
const loadedDocuments = (page: Page): Locator => page.locator('[aria-label=Document] > div');
const DRAWN = '.page[data-loaded] canvas';

/** Expects that the next documents are preloaded while the current one is shown. */
export async function expectDocumentsDrawn(page: Page): Promise<void> {
  await expect(loadedDocuments(page).filter({ hasNot: page.locator(DRAWN) })).toHaveCount(0);
}

interface QueueReply {
  items: { id: string; loanId: string; title: string }[];
}

export async function readQueue(page: Page, query = ''): Promise<QueueReply['items']> {
  const answer = await page.request.get(`/api/v2/loanmanager/review${query}`);
  return ((await answer.json()) as QueueReply).items;
}

/** Restores the previous state for later journeys. */
export async function reopenAnswers(page: Page, ids: readonly string[]): Promise<void> {
  const updates = ids.map((id) => ({ id, approved: false }));
  const answer = await page.request.put('/api/v1/formElements/updates', { data: { updates } });
  expect(answer.status(), await answer.text()).toBe(200);
}
