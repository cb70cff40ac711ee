/**
 * During an upgrade, processes of the previous release run on this release's schema (docs/releases.md), so a migration
 * may only add. A later migration, which `CONTRACTS` names, removes what no release uses any more. `npm run
 * drill:upgrade` runs the previous release on the new schema; this test finds the simple cases at each commit.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../../db/migrations');
/** Migrations before it are older than the first deployment. */
const FIRST = '0071';
/** Migrations that remove something, with the release that stopped using it. */
const CONTRACTS: Readonly<Record<string, string>> = {};

const REMOVALS: Readonly<Record<string, RegExp>> = {
  'drops something that code may use':
    /\bdrop (?:table|view|materialized view|column|function|procedure|type|domain|sequence|schema|role)\b/i,
  'renames something': /\brename\b/i,
  'changes the type of a column': /\balter (?:column )?\w+ (?:set data )?type\b/i,
  'requires a column that the release before may leave empty': /\bset not null\b/i,
  'adds a column that the release before does not fill':
    /\badd (?:column )?(?!(?:constraint|check|foreign|unique|primary|exclude)\b)(?:if not exists )?\w+ (?![^,;]*\b(?:default|generated)\b)[^,;]*(?<!\bis )\bnot null\b/i,
  'takes a right away': /\brevoke (?!execute on function\b[^;]*\bfrom public\b)/i,
};

const removalsIn = (sql: string): string[] => {
  const plain = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '')
    .replaceAll(/\s+/g, ' ');
  return Object.entries(REMOVALS)
    .filter(([, pattern]) => pattern.test(plain))
    .map(([what]) => what);
};

test('a migration leaves the release before it everything that it uses', () => {
  const found = globSync('*/up.sql', { cwd: folder })
    .map((file) => ({ name: basename(dirname(file)), file: resolve(folder, file) }))
    .filter(({ name }) => name >= FIRST && !(name in CONTRACTS))
    .flatMap(({ name, file }) =>
      removalsIn(readFileSync(file, 'utf8')).map((what) => `${name} ${what}`),
    );
  expect(found).toEqual([]);
});

test.each([
  ['alter table loan drop column amount', 'drops something that code may use'],
  ['drop function app.sees(uuid)', 'drops something that code may use'],
  ['alter table loan rename column amount to total', 'renames something'],
  ['alter table loan alter column amount type bigint', 'changes the type of a column'],
  [
    'alter table loan alter column amount set not null',
    'requires a column that the release before may leave empty',
  ],
  [
    'alter table loan add column\n  stage text not null check (stage <> $$x$$)',
    'adds a column that the release before does not fill',
  ],
  ['revoke update on loan from cairn_app', 'takes a right away'],
])('%s is found', (sql, what) => {
  expect(removalsIn(sql)).toEqual([what]);
});

test.each([
  'alter table loan add column stage text',
  "alter table loan add column stage text not null default 'NEW'",
  "alter table loan add column stage text default 'NEW' not null",
  'alter table loan add column total numeric not null generated always as (a + b) stored',
  'alter table loan alter column amount drop not null',
  'alter table loan add constraint known check (stage is not null) not valid',
  'alter table loan add column stage text check (stage is null or amount is not null)',
  'alter table loan add check (stage is not null or amount is not null)',
  'create table stage (id uuid not null)',
  'revoke execute on function app.one, app.other from public; grant execute on function app.one to cairn_app',
  '-- drop table loan\nselect 1',
])('%s only adds', (sql) => {
  expect(removalsIn(sql)).toEqual([]);
});
