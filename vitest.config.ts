import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tools/ci/long-files-first.ts';

export default defineConfig({
  test: {
    // As many as there are cores, not one less: a file waits for its services more than it computes.
    maxWorkers: '100%',
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{apps,packages}/**/*.api.test.ts'],
          // Files of a worker share their modules: importing the server takes longer than most files test.
          isolate: false,
          globalSetup: ['packages/testing/src/setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
