import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ADDRESS } from './product.ts';

const results = resolve(import.meta.dirname, '../.cache/ci/playwright.json');

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './product.ts',
  // One product, one worker that is stopped and killed on the way: the journeys take turns.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: results }]],
  outputDir: '../test-results',
  use: {
    baseURL: ADDRESS,
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
