/** Where the drill lives: ports, folders and a database of its own, away from tests and people. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../tools/services/index.ts';
import { HOST, servicesRoot } from '../../tools/services/profile.ts';

export const WEB_PORT = 24_100;
export const POSTGRES_PORT = 24_132;
export const DATABASE = 'cairn_drill';
export const ORIGIN = `http://${HOST}:${WEB_PORT}`;

/** .services/drill/<name>/ of the checkout, made when missing. */
export function drillFolder(name: string): string {
  const path = join(servicesRoot(), 'drill', name);
  mkdirSync(path, { recursive: true });
  return path;
}

export const databaseUrl = (user: string, database = DATABASE): string =>
  `postgres://${user}@${HOST}:${POSTGRES_PORT}/${database}`;

/** The test profile's engine, store and scanner; a database and a task queue that nobody shares. */
export function processEnvironment(taskQueue: string): Record<string, string> {
  return {
    ...environment('test'),
    PORT: String(WEB_PORT),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: databaseUrl('cairn_app'),
    RELAY_DATABASE_URL: databaseUrl('cairn_relay'),
    MIGRATION_DATABASE_URL: databaseUrl('postgres'),
    TEMPORAL_TASK_QUEUE: taskQueue,
  };
}
