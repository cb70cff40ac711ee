/** The borrower's pages on a phone: the size of a first visit, layout shifts, and the size of touch targets. */
import { randomUUID } from 'node:crypto';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { codeFor } from './email.ts';
import { DANA, ELENA, logInAlone, waitUntilLoaded, watchShifts } from './helpers.ts';
import { pagePhoto } from './page-photo.ts';
import { expectRoomForThumbs } from './thumbs.ts';

const MAX_REQUESTS = 30;
const MAX_SHIFT = 0.05;
const LOAN = 'Larkspur Bakery LLC';
/** The server preloads different scripts for phones. */
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36';

async function openPhone(browser: Browser, username: string | null = ELENA): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent: PHONE,
  });
  const page = await context.newPage();
  if (username !== null) await logInAlone(page.request, username);
  return page;
}

/** A loan of the demo data, and a request of it that waits for a file. */
async function findRequest(page: Page): Promise<{ loanId: string; elementId: string }> {
  const reply = await page.request.get('/api/v1/loans/view?limit=50');
  const list = (await reply.json()) as Record<'loans' | 'pinned', { id: string; name: string }[]>;
  const loanId = [...list.pinned, ...list.loans].find(({ name }) => name === LOAN)!.id;
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as {
    elements: {
      elementId: string;
      storageType: string;
      answer: object | null;
      abilities: { answer: boolean };
    }[];
  };
  const { elementId } = elements.find(
    ({ storageType, answer: given, abilities }) =>
      storageType === 'FILE' && given === null && abilities.answer,
  )!;
  return { loanId, elementId };
}

test('a first visit of a borrower’s home or request needs at most 30 requests, and nothing jumps', async ({
  browser,
}, info) => {
  const page = await openPhone(browser);
  const { loanId, elementId } = await findRequest(page);
  const shifted = await watchShifts(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.resourceType()} ${request.url()}`));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('left to do');
  await waitUntilLoaded(page);
  info.annotations.push({
    type: 'requests of a first visit',
    description: String(requests.length),
  });
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(await shifted()).toBeLessThan(MAX_SHIFT);

  requests.length = 0;
  await page.goto(`/loans/${loanId}?view=package&item=${elementId}`);
  const close = page.getByRole('button', { name: 'Close the preview' });
  await expect(close).toBeVisible();
  await waitUntilLoaded(page);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS);
  expect(await shifted()).toBeLessThan(MAX_SHIFT);
  // The documents around the preview load when it is closed.
  await expect(page.getByRole('region', { name: 'Documents' })).toHaveCount(0);
  await close.tap();
  await expect(page.getByRole('region', { name: 'Documents' })).toBeVisible();
  await expect(page).toHaveURL(/view=package$/);
  await page.context().close();
});

test('a thumb hits every target of the borrower’s pages, and doubled text stays on the screen', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openPhone(browser);
  const { loanId, elementId } = await findRequest(page);
  const pages: [path: string, heading: string | RegExp][] = [
    ['/', /left to do/],
    [`/loans/${loanId}`, LOAN],
    [`/loans/${loanId}?view=package&item=${elementId}`, LOAN],
    [`/loans/${loanId}/messages`, LOAN],
    ['/user/profile', /profile/i],
    ['/user/shoebox', /shoebox/i],
    ['/calendar', 'Calendar'],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(page.getByRole('navigation').getByText('Calendar').last()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectRoomForThumbs(page, path);
  }
  await page.context().close();
});

/** A request of the borrower that is answered with a file. */
async function findAnswered(page: Page, loanId: string): Promise<string> {
  const answer = await page.request.get(`/api/v2/loanmanager/${loanId}/elements`);
  const { elements } = (await answer.json()) as {
    elements: { elementId: string; answer: { document: object | null } | null }[];
  };
  return elements.find((each) => each.answer?.document)!.elementId;
}

/** Stores a file for the page, like the service worker that receives shared files. */
const keepSharedFile = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('cairn-shared', 1);
        opening.addEventListener('upgradeneeded', () =>
          opening.result.createObjectStore('files', { autoIncrement: true }),
        );
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('files', 'readwrite');
          const file = new File(['A lease'], 'lease of the bakery on Orchard Street.pdf');
          transaction.objectStore('files').add({ at: Date.now(), file });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );

test('a thumb hits every target of license, receipt, shared files and photographed pages', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const page = await openPhone(browser);
  const { loanId } = await findRequest(page);
  const reply = await page.request.get(`/api/v2/loanmanager/${loanId}/entities`);
  const { loanEntities } = (await reply.json()) as {
    loanEntities: { entityId: string; name: string }[];
  };
  const { entityId } = loanEntities.find(({ name }) => name === 'Elena Marsh')!;
  await page.goto(`/loans/${loanId}/persons/${entityId}/drivers-license`);
  await expect(page.getByRole('heading', { name: 'Driver’s license' })).toBeVisible();
  await expectRoomForThumbs(page, 'license');

  await page.goto(`/loans/${loanId}/receipts/${await findAnswered(page, loanId)}`);
  await expect(page.getByRole('heading', { name: /^Sent to / })).toBeVisible();
  await expectRoomForThumbs(page, 'receipt');

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('left to do');
  await keepSharedFile(page);
  await page.goto('/share-files');
  await expect(page.getByRole('list', { name: 'Shared files' })).toContainText('Orchard');
  await expectRoomForThumbs(page, 'shared files');

  await page.goto('/');
  const pages = page.getByRole('dialog', { name: 'Check your pages' });
  const camera = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /^Take photos of / })
    .first()
    .tap();
  await (await camera).setFiles(pagePhoto('First'));
  await expect(pages.getByText('Clear')).toBeVisible();
  await expectRoomForThumbs(page, 'photographed pages');
  await pages.getByRole('button', { name: 'Adjust page 1' }).tap();
  await expect(page.getByRole('dialog', { name: 'Adjust page 1' })).toBeVisible();
  await expectRoomForThumbs(page, 'crop');
  await page.context().close();
});

test('a thumb hits every target of the pages without an account: secure upload and apply', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const lender = await openPhone(browser, DANA);
  const { url } = (await (
    await lender.request.get('/api/v1/lenders/employee/secureUploadPageUrl')
  ).json()) as { url: string };
  const { company } = (await (await lender.request.get('/api/v2/users/loggedUser')).json()) as {
    company: { id: string };
  };
  await lender.context().close();

  const page = await openPhone(browser, null);
  await page.goto(`/portal/${company.id}`);
  await expect(page.getByRole('heading', { name: 'Apply for a business loan' })).toBeVisible();
  await expectRoomForThumbs(page, 'apply');

  const { pathname, search } = new URL(url);
  await page.goto(pathname + search);
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible();
  await expectRoomForThumbs(page, 'secure upload, email');
  const address = `paul-${randomUUID()}@coastcpa.example`;
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Email me a code' }).tap();
  const code = await codeFor(address, 'Your code to send documents');
  await page.getByLabel('Code from the email').fill(code);
  await expectRoomForThumbs(page, 'secure upload, code');
  await page.getByRole('button', { name: 'Verify' }).tap();
  await expect(page.getByText('Session ends in')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).tap();
  await (
    await chooser
  ).setFiles({
    name: 'a-return-with-a-very-long-name-that-no-phone-shows-in-one-line.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('A return'),
  });
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Uploaded')).toBeVisible();
  await expectRoomForThumbs(page, 'secure upload, files');
  await page.getByRole('button', { name: 'Send 1 file' }).tap();
  await expect(page.getByRole('heading', { name: /^Sent to / })).toBeVisible();
  await expectRoomForThumbs(page, 'secure upload, receipt');
  await page.context().close();
});

test('the buttons of a request lie above the tab bar, also with doubled text', async ({
  browser,
}) => {
  const page = await openPhone(browser);
  const { loanId, elementId } = await findRequest(page);
  await page.goto(`/loans/${loanId}?view=package&item=${elementId}`);
  const detail = page.getByRole('complementary', { name: 'Preview' });
  await expect(detail.getByRole('button', { name: /^Upload/ }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const tabs = page.getByRole('navigation').filter({ hasText: 'Calendar' }).last();
  await expect(tabs).toBeVisible();
  for (const size of ['100%', '200%']) {
    await page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);
    for (const button of await detail.getByRole('button').all()) {
      if (!(await button.isVisible())) continue;
      const covered = await button.evaluate((element) => {
        element.scrollIntoView({ block: 'nearest' });
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = (y: number) => document.elementFromPoint((left + right) / 2, y);
        return [top + 2, (top + bottom) / 2, bottom - 2].filter((y) => {
          const hitElement = hit(y);
          return !hitElement || (hitElement !== element && !element.contains(hitElement));
        }).length;
      });
      expect.soft(covered, `${await button.innerText()} at ${size}`).toBe(0);
    }
  }
  await page.context().close();
});
