import { expect, test } from 'vitest';
import { findUnusedExports, findUnusedReexports } from './unused-exports.ts';

const unusedIn = (files: Record<string, string>): string[] =>
  findUnusedExports(new Map(Object.entries(files))).map(({ where }) => where);

test('an exported value that no other file names is found', () => {
  const text =
    'export const LIMIT = 4;\nexport function isOver(count: number) {\n  return count > LIMIT;\n}\n';
  const user = `import { isOver } from './limit.ts';`;
  expect(unusedIn({ 'limit.ts': text, 'use.ts': user })).toEqual(['limit.ts: LIMIT']);
});

test('an exported value may be used by a test alone, and a type by no file', () => {
  const text = 'export const LIMIT = 4;\nexport interface Count {\n  count: number;\n}\n';
  expect(unusedIn({ 'limit.ts': text, 'limit.test.ts': `expect(LIMIT).toBe(4);` })).toEqual([]);
});

test('a name that a module’s index exports for no other module is found', () => {
  const loans = 'apps/server/src/modules/loans';
  const files = {
    [`${loans}/index.ts`]: `export { findLoan, lockLoan, type LoanRow } from './store.ts';\n`,
    [`${loans}/routes.ts`]: `import { lockLoan, type LoanRow } from './store.ts';`,
    'apps/server/src/modules/notes/routes.ts': `import { findLoan } from '../loans/index.ts';`,
  };
  const unused = findUnusedReexports(new Map(Object.entries(files))).map(({ where }) => where);
  expect(unused).toEqual([`${loans}/index.ts: lockLoan`, `${loans}/index.ts: LoanRow`]);
});
