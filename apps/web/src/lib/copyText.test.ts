import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './copyText.ts';
import { waitingToasts } from './toast.ts';

const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  waitingToasts.set(() => []);
  vi.stubGlobal('navigator', { clipboard: { writeText } });
});
afterEach(() => vi.unstubAllGlobals());

const shownToasts = () =>
  waitingToasts.get().flatMap((each) => ('message' in each ? [each.message] : []));

test('a copied text is reported as copied', async () => {
  writeText.mockResolvedValueOnce();
  const onCopied = vi.fn();
  await copyText('a link', onCopied);
  expect(writeText).toHaveBeenCalledWith('a link');
  expect(onCopied).toHaveBeenCalledOnce();
  expect(shownToasts()).toEqual([]);
});

test('a copy that the browser refuses is an error message, and not reported as copied', async () => {
  writeText.mockRejectedValue(new DOMException('Write permission denied.', 'NotAllowedError'));
  const onCopied = vi.fn();
  await copyText('a link', onCopied);
  await copyText('a link', onCopied, 'link');
  expect(onCopied).not.toHaveBeenCalled();
  expect(shownToasts()).toEqual([
    'Your browser didn’t allow that.',
    'Your browser didn’t allow that. Select the link and copy it.',
  ]);
});
