/** Before the first test: the services answer, the template database is as the migrations have it. */
import { environment, up } from '../../../tools/services/index.ts';
import { makeTemplate } from './database.ts';

export default async function setup(): Promise<void> {
  await up('test');
  Object.assign(process.env, environment('test'));
  await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
}
