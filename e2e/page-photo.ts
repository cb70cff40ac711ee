/** Generates photos of paper pages. */
import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';

/** A sheet on a dark table, photographed at an angle; `soft` is out of focus. */
function photo(text: string, soft = false): Buffer {
  // Bars represent words, because fonts differ between machines.
  const bars = Array.from({ length: 120 }, (_, i) => {
    const [x, y] = [220 + (i % 6) * 80, 280 + Math.floor(i / 6) * 30];
    return `rectangle ${x},${y} ${x + 30 + ((i * 7 + text.length * 5) % 40)},${y + 10}`;
  });
  return execFileSync('gm', [
    ...['convert', '-size', '900x1200', 'xc:#3b2f26', '-fill', '#f4f2ec'],
    ...['-draw', 'polygon 120,130 790,150 830,1080 80,1100'],
    ...['-fill', 'black', ...bars.flatMap((bar) => ['-draw', bar])],
    ...(soft ? ['-blur', '0x5'] : []),
    'jpg:-',
  ]);
}

export const pagePhoto = (text: string, soft = false) => ({
  name: `${text}.jpg`,
  mimeType: 'image/jpeg',
  buffer: photo(text, soft),
});

/** Provides a page as the picture of the device's camera, which the button opens. */
export async function shoot(page: Page, button: string, text: string, soft = false): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).tap();
  await (await chooser).setFiles(pagePhoto(text, soft));
}

/** Photographs these pages for a request, and sends them as one PDF. */
export async function sendPhotos(
  page: Page,
  title: string,
  texts: readonly string[],
): Promise<void> {
  const pages = page.getByRole('dialog', { name: 'Check your pages' });
  for (const [index, text] of texts.entries()) {
    await shoot(page, index === 0 ? `Take photos of ${title}` : 'Add a page', text);
    await expect(pages.getByText('Clear')).toHaveCount(index + 1);
  }
  await pages.getByRole('button', { name: `Send ${texts.length} pages as one PDF` }).tap();
  await expect(pages).toHaveCount(0);
}
