/** Settings of the drill: separate services (the drill profile), and a folder for ledger and logs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../tools/services/index.ts';
import { HOST, port, servicesRoot } from '../../tools/services/profile.ts';

export const PROFILE = 'drill';
export const DATABASE = 'cairn_drill';
export const ORIGIN = `http://${HOST}:${port(PROFILE, 'server')}`;

/** Returns .services/drill/<name>/ of the checkout; creates it if it is missing. */
export function drillFolder(name: string): string {
  const path = join(servicesRoot(), PROFILE, name);
  mkdirSync(path, { recursive: true });
  return path;
}

export const databaseUrl = (user: string, database = DATABASE): string =>
  `postgres://${user}@${HOST}:${port(PROFILE, 'postgres')}/${database}`;

export function processEnvironment(taskQueue: string): Record<string, string> {
  return {
    ...environment(PROFILE),
    PUBLIC_URL: ORIGIN,
    DATABASE_URL: databaseUrl('cairn_app'),
    RELAY_DATABASE_URL: databaseUrl('cairn_relay'),
    MIGRATION_DATABASE_URL: databaseUrl('postgres'),
    TEMPORAL_TASK_QUEUE: taskQueue,
    TEMPORAL_SCHEDULES: 'false',
  };
}
