import type { Urls } from './database.ts';
import type { Measured } from './tenants.ts';
import type { Plan } from './rounds.ts';

/** The input of every bar: a filled database, a logged-in user, and the duration of the measurement. */
export interface World {
  readonly urls: Urls;
  readonly measured: Measured;
  /** Another lender of the same database, with a thousand loans. */
  readonly small: Measured;
  /** Environment variables for processes of the application. */
  readonly environment: Readonly<Record<string, string>>;
  readonly delayMs: number;
  plan(full: Plan): Plan;
}
