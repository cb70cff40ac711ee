import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';
import { NOT_JOURNEYS } from '../tools/ci/journey-parts.ts';
import { ADDRESS, PORT } from './address.ts';
import { browserOptions } from './browser.ts';

const results = resolve(import.meta.dirname, `../.cache/ci/playwright-${PORT}.json`);

export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  // Journeys run in sequence, because they share one server whose worker is stopped and killed. (CI runs three
  // servers with a part of the files each: tools/ci/journey-parts.ts and another E2E_PORT.)
  workers: 1,
  projects: [
    {
      name: 'journeys',
      testMatch: '*.spec.ts',
      testIgnore: NOT_JOURNEYS,
    },
    // Measures times, so nothing else may run at the same time.
    { name: 'speed', testMatch: 'speed.spec.ts' },
    // Screenshots only read data, so with a separate server and --workers 2 they can run in parallel.
    { name: 'screenshots', testMatch: 'screenshots.spec.ts', fullyParallel: true },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: results }]],
  outputDir: `../test-results/${PORT}`,
  use: {
    baseURL: ADDRESS,
    // A returning user, who has closed the cookie notice; a separate journey tests the notice.
    storageState: {
      cookies: [],
      origins: [{ origin: ADDRESS, localStorage: [{ name: 'cairn-cookies-seen', value: 'yes' }] }],
    },
    viewport: { width: 1440, height: 900 },
    // Animations take a fifth of the browser's CPU time, and no journey tests them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes as long as the journey itself, so it is recorded only with TRACE=1.
    trace: process.env['TRACE'] ? 'on' : 'off',
    screenshot: 'only-on-failure',
    ...browserOptions,
  },
});
