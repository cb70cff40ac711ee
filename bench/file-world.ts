import type { ExportSteps, TestServer } from '@cairn/testing';
import type { Plan } from './rounds.ts';

/** What a bar about files and events gets: the application on an empty database, with the real store. */
export interface FileWorld {
  readonly server: TestServer;
  readonly steps: ExportSteps;
  /** For processes of the application. */
  readonly environment: Readonly<Record<string, string>>;
  plan(full: Plan): Plan;
}
