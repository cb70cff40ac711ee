import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tools/ci/long-files-first.ts';

/** Files that CI leaves out for a commit: tools/ci/drill-tests.ts. Projects that exclude something ignore --exclude. */
const leftOut = process.env['TESTS_LEFT_OUT']?.split(',') ?? [];

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
          exclude: ['**/*.api.test.ts', '**/node_modules/**', ...leftOut],
        },
      },
      {
        test: {
          name: 'api',
          include: ['{apps,packages}/**/*.api.test.ts'],
          exclude: ['**/node_modules/**', ...leftOut],
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
