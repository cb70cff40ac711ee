/** npm run generate:tables: migrates an empty database of the test services and generates the table types from it. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeDatabase, makeTemplate } from '@cairn/testing/database';
import { environment, up } from '../services/index.ts';
import { TABLE_TYPES, tableTypes } from './table-types.ts';

await up('test');
const url = environment('test')['MIGRATION_DATABASE_URL']!;
await makeTemplate(url);
const database = await makeDatabase(url);
try {
  const file = resolve(import.meta.dirname, '../..', TABLE_TYPES);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await tableTypes(database.urls.owner));
  console.log(`wrote ${TABLE_TYPES}`);
} finally {
  await database.drop();
}
