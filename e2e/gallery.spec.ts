/**
 * The gallery of ui/ components has no accessibility violation in any color scheme and width, and is not part of the
 * product's build.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { PORT } from './address.ts';
import { waitUntilStill } from './helpers.ts';
import { takePicture } from './screenshots/picture.ts';

const web = resolve(import.meta.dirname, '../apps/web');
const GALLERY_PORT = Number(PORT) + 7;
let server: ViteDevServer;

test.beforeAll(async () => {
  server = await createServer({
    configFile: resolve(web, 'vite.config.ts'),
    server: { port: GALLERY_PORT, strictPort: true },
    logLevel: 'error',
  });
  await server.listen();
});
test.afterAll(() => server.close());

for (const scheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`every part of ui is accessible, ${scheme}, ${width} px wide`, async ({ browser }) => {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: scheme,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${GALLERY_PORT}/gallery.html`);
      await expect(page.getByRole('heading', { name: 'Gallery' })).toBeVisible();
      await takePicture(page, `gallery-${width}${scheme === 'dark' ? '-dark' : ''}`);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
      await context.close();
    });
  }
}

test.describe('a toast', () => {
  const SECONDS = 1000;
  const showToast = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Success', exact: true }).click();
    const toast = page.getByRole('status').filter({ hasText: 'Folder created' });
    await expect(toast).toBeVisible();
    await waitUntilStill(toast);
    return toast.locator('[data-kind=success]').last();
  };
  /** Drags from the middle to the left, over a part of the width. */
  const drag = async (page: Page, toast: Locator, percent: number): Promise<void> => {
    const { x, y, width, height } = (await toast.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - (width * percent) / 100, y + height / 2, { steps: 10 });
    await page.mouse.up();
  };
  test.beforeEach(async ({ page }) => {
    // The gallery is compiled for the first test that opens it.
    test.slow();
    await page.goto(`http://127.0.0.1:${GALLERY_PORT}/gallery.html`);
  });

  test('goes by itself after five seconds [R306] [R308]', async ({ page }) => {
    await page.getByRole('button', { name: 'Success', exact: true }).click();
    const toast = page.getByText('Folder created', { exact: true });
    await expect(toast).toBeVisible();
    const shownAt = Date.now();
    await expect(toast).toBeHidden();
    const shownFor = Date.now() - shownAt;
    expect(shownFor).toBeGreaterThan(4 * SECONDS);
    expect(shownFor).toBeLessThan(8 * SECONDS);
  });

  test('stays when 79 percent of its width are dragged away, and goes at 81 [R308]', async ({
    page,
  }) => {
    const toast = await showToast(page);
    const { x } = (await toast.boundingBox())!;
    await drag(page, toast, 79);
    await expect(async () => {
      expect((await toast.boundingBox())!.x).toBe(x);
    }).toPass({ timeout: 2 * SECONDS });
    await drag(page, toast, 81);
    // The toast closes earlier than its timeout.
    await expect(toast).toBeHidden({ timeout: 2 * SECONDS });
  });
});

test('the sign of a busy button is in its middle, without motion too', async ({ page }) => {
  await page.goto(`http://127.0.0.1:${GALLERY_PORT}/gallery.html`);
  const button = page.getByRole('button', { name: 'Loading', exact: true });
  // The first change of state is drawn with its transition.
  await page.getByRole('switch', { name: 'Button is busy' }).click();
  await expect(button).toBeEnabled();
  await page.getByRole('switch', { name: 'Button is busy' }).click();
  await expect(button).toBeDisabled();
  const [outer, sign] = await Promise.all(
    [button, button.locator('.mantine-Loader-root')].map(
      async (each) => (await each.boundingBox())!,
    ),
  );
  expect(sign!.x + sign!.width / 2).toBeCloseTo(outer!.x + outer!.width / 2, 0);
  expect(sign!.y + sign!.height / 2).toBeCloseTo(outer!.y + outer!.height / 2, 0);
});

test('sorts, selects and walks the rows of a table by keyboard', async ({ page }) => {
  await page.goto(`http://127.0.0.1:${GALLERY_PORT}/gallery.html`);
  const groups = page.getByRole('table', { name: 'Loans in groups' });
  await groups.getByRole('button', { name: 'Amount' }).click();
  await expect(groups.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(groups.getByRole('rowheader').first()).toContainText('Blue Heron');
  const table = page.getByRole('table', { name: 'Selectable loans' });
  await table.getByRole('row', { name: /Larkspur/ }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(table.getByRole('row', { name: /Copper/ })).toBeFocused();
  await expect(table.getByRole('row', { selected: true })).toHaveCount(2);
  await page.getByText('Drag me').dragTo(page.getByText('Here', { exact: true }));
  await expect(page.getByText('Dropped')).toBeVisible();
});

test('a place for files shows that files are over it, and takes those that are dropped', async ({
  page,
}) => {
  await page.goto(`http://127.0.0.1:${GALLERY_PORT}/gallery.html`);
  const place = page.getByText('Drop files here');
  await expect(place).toBeVisible();
  const frameColor = () =>
    place.evaluate((text) => getComputedStyle(text.parentElement!.parentElement!).backgroundColor);
  const before = await frameColor();
  const dataTransfer = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const name of ['lease.pdf', 'permit.pdf']) transfer.items.add(new File(['%PDF'], name));
    return transfer;
  });
  await place.dispatchEvent('dragover', { dataTransfer });
  await expect.poll(frameColor).not.toBe(before);
  await place.dispatchEvent('drop', { dataTransfer });
  await expect(page.getByText('lease.pdf, permit.pdf')).toBeVisible();
  expect(await frameColor()).toBe(before);
});

test('the production build does not contain the gallery', () => {
  const assets = resolve(web, 'dist/assets');
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const containing = scripts.filter((name) =>
    readFileSync(resolve(assets, name), 'utf8').includes('The parts that pages are built from'),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(containing).toEqual([]);
});
