import { expect, test } from 'vitest';
import { checkImports } from './import-rules.ts';

const WEB = 'apps/web/src';

/** The complaints about these files, as `file → target: why`. */
function complaintsAbout(files: Record<string, string>): string[] {
  const { complaints } = checkImports(new Map(Object.entries(files)));
  return complaints.map(({ where, why }) => `${where}: ${why}`);
}

test('imports down the web layers are allowed', () => {
  expect(
    complaintsAbout({
      [`${WEB}/main.tsx`]: `import { router } from './app/router.tsx';`,
      [`${WEB}/app/router.tsx`]: `const page = () => import('../features/loans/LoanPage.tsx');`,
      [`${WEB}/features/loans/LoanPage.tsx`]: `import { Card } from '../../ui/Card.tsx';`,
      [`${WEB}/ui/Card.tsx`]: `import { useCall } from '../lib/useCall.ts';`,
      [`${WEB}/lib/useCall.ts`]: `import type { CallName } from '@cairn/contract';`,
    }),
  ).toEqual([]);
});

test.each([
  ['features/loans/a.ts', `import { routes } from '../../app/routes.ts';`, 'web features', 'app'],
  ['ui/a.tsx', `import type { Loan } from '../features/loans/b.ts';`, 'web ui', 'features'],
  ['lib/a.ts', `import { Card } from '../ui/Card.tsx';`, 'web lib', 'ui'],
  ['lib/a.ts', `const load = () => import('../app/router.tsx');`, 'web lib', 'app'],
  [
    'ui/a.module.css',
    `.a { composes: b from '../features/x/b.module.css'; }`,
    'web ui',
    'features',
  ],
])('an import up the web layers is refused: %s', (file, text, from, to) => {
  const [complaint] = complaintsAbout({ [`${WEB}/${file}`]: text });
  expect(complaint).toContain(`${from} may not import web ${to}`);
});

test('a cycle of files is found, also where one of its imports is type-only or lazy', () => {
  expect(
    complaintsAbout({
      'bench/a.ts': `import { b } from './b.ts';`,
      'bench/b.ts': `import type { C } from './c.ts';`,
      'bench/c.ts': `const a = () => import('./a.ts');`,
      'bench/outside.ts': `import './a.ts';`,
    }),
  ).toEqual(['bench/a.ts → bench/b.ts → bench/c.ts → bench/a.ts: an import cycle']);
});

test('a cycle over the name of a package is found', () => {
  expect(
    complaintsAbout({
      'packages/contract/src/index.ts': `export * from './loans.ts';`,
      'packages/contract/src/loans.ts': `import type { Id } from '@cairn/contract';`,
    }),
  ).toHaveLength(1);
});

test('two features that import each other are found, without a cycle of files', () => {
  expect(
    complaintsAbout({
      [`${WEB}/features/loans/LoanFrame.tsx`]: `import { Chat } from '../messages/Chat.tsx';`,
      [`${WEB}/features/messages/MessagesPage.tsx`]: `import { LoanFrame } from '../loans/LoanFrame.tsx';`,
      [`${WEB}/features/messages/Chat.tsx`]: ``,
    }),
  ).toEqual(['loans → messages → loans: features import each other']);
});

test('a module sees another only through its index.ts', () => {
  const modules = 'apps/server/src/modules';
  expect(
    complaintsAbout({
      [`${modules}/loans/routes.ts`]: `import { x } from '../elements/store.ts';\nimport { y } from '../labels/index.ts';`,
    }),
  ).toEqual([
    `${modules}/loans/routes.ts → ${modules}/elements/store.ts: a module sees another only through its index.ts`,
  ]);
});

test('a route file exports only routes, and only the index imports it', () => {
  const loans = 'apps/server/src/modules/loans';
  expect(
    complaintsAbout({
      [`${loans}/index.ts`]: `export { loanRoutes } from './routes.ts';`,
      [`${loans}/routes.ts`]: `export const loanRoutes = () => {};\nexport function findLoan() {}`,
      [`${loans}/move.ts`]: `import { findLoan } from './routes.ts';`,
    }),
  ).toEqual([
    `${loans}/move.ts → ${loans}/routes.ts: a route file is a leaf: move what is shared to a domain file`,
    `${loans}/routes.ts: export function findLoan() {}: a route file exports only routes`,
  ]);
});
