/** Review mode, as the journeys and the measurement of its speed use it. */
import { expect, type Locator, type Page } from '@playwright/test';

export const currentItem = (page: Page): Locator => page.locator('[aria-current=true]');
/** The document on the screen, and those that are loaded before they are shown. */
const loadedDocuments = (page: Page): Locator => page.locator('[aria-label=Document] > div');
const DRAWN = '.page[data-loaded] canvas';

/** The next documents are loaded while this one is read. */
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
