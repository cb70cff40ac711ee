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
    // Measures times: nothing else may run beside it.
    { name: 'speed', testMatch: 'speed.spec.ts' },
    // Screenshots only read: on a server of their own, with --workers 2, they need not wait for each other.
    { name: 'screenshots', testMatch: 'screenshots.spec.ts', fullyParallel: true },
  ],
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: results }]],
  outputDir: `../test-results/${PORT}`,
  use: {
    baseURL: ADDRESS,
    // A returning user: the cookie notice has a journey of its own.
    storageState: {
      cookies: [],
      origins: [{ origin: ADDRESS, localStorage: [{ name: 'cairn-cookies-seen', value: 'yes' }] }],
    },
    viewport: { width: 1440, height: 900 },
    // Animations take a fifth of the browser's processor time, and no journey is about them.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs as much as the journey: ask for one with TRACE=1.
    trace: process.env['TRACE'] ? 'on' : 'off',
    screenshot: 'only-on-failure',
    ...browserOptions,
  },
});
