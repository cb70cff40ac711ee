import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TABLE_TYPES, tableTypes } from '../../../tools/generate/table-types.ts';
import { makeDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
});
afterAll(() => database.drop());

test('the committed table types are those of the migrated database (npm run generate:tables)', async () => {
  const committed = readFileSync(resolve(import.meta.dirname, '../../..', TABLE_TYPES), 'utf8');
  expect(await tableTypes(database.urls.owner)).toBe(committed);
});
