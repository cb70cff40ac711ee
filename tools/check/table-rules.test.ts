import { expect, test } from 'vitest';
import { checkTables, tablesIn } from './table-rules.ts';

const rules = {
  owners: { loan: 'loans', event: 'platform' },
  exceptions: [{ table: 'loan', writer: 'needs-list', reason: 'its template' }],
};
const problems = (files: Record<string, string>, tables = ['loan', 'event']) =>
  checkTables(
    new Map([
      ['apps/server/src/modules/needs-list/store.ts', `query.updateTable('loan')`],
      ...Object.entries(files),
    ]),
    tables,
    rules,
  );

test('a table is written by its owner and by declared exceptions, and read by every module', () => {
  expect(
    problems({
      'apps/server/src/modules/loans/store.ts': `query.insertInto('loan')`,
      'apps/server/src/modules/audit/store.ts': `query.selectFrom('loan').forUpdate()`,
      'apps/server/src/platform/relay.ts': 'sql`delete from cairn.event where id = 1`',
    }),
  ).toEqual([]);
});

test.each([
  `query.insertInto('loan').values(row)`,
  `query\n  .updateTable('loan as l')`,
  `query.deleteFrom('loan')`,
  'sql`update loan l set name = r.name from r`',
  'sql`insert into cairn.loan (id) values (1)`',
  'client.query(`update cairn.loan ${set}`)',
])('a second module that writes a table is found: %s', (source) => {
  expect(problems({ 'apps/server/src/modules/labels/store.ts': source })).toEqual([
    'apps/server/src/modules/labels/store.ts: labels writes loan, which loans owns',
  ]);
});

test('a table without an owner, an owner without a table, an unused exception and a computed table are found', () => {
  expect(
    checkTables(
      new Map([['apps/server/src/platform/a.ts', 'sql`update cairn.${table} set a = 1`']]),
      ['loan', 'phase'],
      rules,
    ),
  ).toEqual([
    'phase: no owner',
    'event: has an owner and does not exist',
    'loan: needs-list no longer writes it, remove the exception',
    'apps/server/src/platform/a.ts: writes a table that a variable names',
  ]);
});

test('the tables are the properties of the generated interface', () => {
  expect(
    tablesIn('export interface Loan {\n  id: string;\n}\nexport interface DB {\n  loan: Loan;\n}'),
  ).toEqual(['loan']);
});

test('an operator’s command writes any table', () => {
  const source = 'sql`delete from loan`; sql`delete from ${table}`';
  expect(problems({ 'apps/server/src/cli/erase-company.ts': source })).toEqual([]);
});
