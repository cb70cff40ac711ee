import { expect, test } from 'vitest';
import { checkWriters, tenantTablesIn } from './writer-rules.ts';

const NO_EXCEPTIONS = { allowed: {} };
const problems = (code: string, rules: Parameters<typeof checkWriters>[2] = NO_EXCEPTIONS) =>
  checkWriters(
    new Map([['apps/server/src/modules/loans/state-store.ts', code]]),
    ['loan', 'phase'],
    rules,
  ).problems;
const UNPROVEN = [
  'loans/state-store.ts: saveLoan changes rows of a lender and takes no Authorized row',
];

test.each([
  `export async function saveLoan(tx: Tx, id: string) {\n  await tx.run(query.updateTable('loan'));\n}`,
  `export const saveLoan = (tx: Tx, id: string) =>\n  tx.run(query.deleteFrom('loan'));`,
  "export async function saveLoan(tx: Tx) {\n  await tx.run(sql`update cairn.loan set name = 'a'`);\n}",
  "export function saveLoan(tx: Tx) {\n  query.insertInto('loan').onConflict((on) => on.doUpdateSet(row));\n}",
  `export const saveLoan = (tx: Tx) => remove(tx);\n\nfunction remove(tx: Tx) {\n  query.deleteFrom('loan');\n}`,
])('an exported function that changes a loan without proof is found: %s', (code) => {
  expect(problems(code)).toEqual(UNPROVEN);
});

test.each([
  `export async function saveLoan(tx: Tx, loan: Authorized<'edit', LoanRow>) {\n  query.updateTable('loan');\n}`,
  `type ToEdit = Authorized<'edit', LoanRow>;\nexport function saveLoan(tx: Tx, loan: ToEdit) {\n  query.updateTable('loan');\n}`,
  `export function saveLoan(tx: Tx) {\n  authorize(policy, 'edit', actor, loan);\n  query.updateTable('loan');\n}`,
  `export function insertLoan(tx: Tx) {\n  query.insertInto('loan');\n}`,
  `export function saveAccount(tx: Tx) {\n  query.updateTable('account');\n}`,
  `function saveLoan(tx: Tx) {\n  query.updateTable('loan');\n}`,
])('proof, an insert, a table of no lender and a private function pass: %s', (code) => {
  expect(problems(code)).toEqual([]);
});

test('an exception allows a writer, and one that is not needed is found', () => {
  const code = `export function saveLoan(tx: Tx) {\n  query.updateTable('loan');\n}`;
  const allowed = (...names: string[]) => ({ allowed: { 'the worker writes it': names } });
  expect(problems(code, allowed('loans/state-store.ts: saveLoan'))).toEqual([]);
  expect(problems('', allowed('loans/state-store.ts: saveLoan'))).toEqual([
    'loans/state-store.ts: saveLoan: needs no exception, remove it from writer-rules.ts',
  ]);
});

test('tables with a column company_id, and the company, belong to a lender', () => {
  const generated = [
    'export interface Account {\n  id: string;\n}',
    'export interface Company {\n  id: string;\n}',
    'export interface Loan {\n  company_id: string;\n}',
    'export interface DB {\n  account: Account;\n  company: Company;\n  loan: Loan;\n}',
  ].join('\n');
  expect(tenantTablesIn(generated)).toEqual(['company', 'loan']);
});
