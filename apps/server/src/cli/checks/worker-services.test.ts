import { expect, test } from 'vitest';
import { checkConverters } from './worker-services.ts';

test('check names the packages of missing converters in one sentence', async () => {
  const exists = (path: string): boolean => !/tesseract$|libsclo/.test(path);
  await expect(checkConverters(exists)).rejects.toThrow(
    'Files that cannot be converted here would count as damaged: install libreoffice-calc-nogui, tesseract-ocr.',
  );
});

test('check accepts a worker with every converter', async () => {
  expect(await checkConverters(() => true)).toMatch(/is installed$/);
});
