/** Runs before the first test: waits for the services, and creates the template database for the current migrations. */
import { environment, up } from '../../../tools/services/index.ts';
import { makeTemplate } from './database.ts';

export default async function setup(): Promise<void> {
  await up('test');
  // The object storage suite also runs against an external store.
  const isExternal = process.env['STORE_SUITE'] === 'external';
  for (const [name, value] of Object.entries(environment('test'))) {
    if (!(isExternal && name.startsWith('S3_') && process.env[name])) process.env[name] = value;
  }
  await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
}
