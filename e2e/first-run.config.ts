/** The configuration of first-run.ts: the product as README starts it, on the dev profile's ports. */
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: 'first-run.ts',
  workers: 1,
  timeout: 15 * 60_000,
  // Vite compiles each page when it is first opened.
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: resolve(import.meta.dirname, '../.cache/ci/playwright-first-run.json') },
    ],
  ],
  outputDir: '../test-results/first-run',
  use: { viewport: { width: 1440, height: 900 }, screenshot: 'only-on-failure', ...browserOptions },
});
