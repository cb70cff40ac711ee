import type { ExportSteps, TestServer } from '@cairn/testing';
import type { Plan } from './rounds.ts';

/** For bars about files and events: the application on an empty database, with the real store. */
export interface FileWorld {
  readonly server: TestServer;
  readonly steps: ExportSteps;
  /** Environment for processes of the application. */
  readonly environment: Readonly<Record<string, string>>;
  plan(full: Plan): Plan;
}
