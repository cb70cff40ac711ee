import type { Urls } from './database.ts';
import type { Measured } from './tenants.ts';
import type { Plan } from './rounds.ts';

/** What every bar gets: a filled database, a logged-in user, and how long to measure. */
export interface World {
  readonly urls: Urls;
  readonly measured: Measured;
  /** Another lender of the same database, with a thousand loans. */
  readonly small: Measured;
  /** For processes of the application. */
  readonly environment: Readonly<Record<string, string>>;
  readonly delayMs: number;
  plan(full: Plan): Plan;
}
