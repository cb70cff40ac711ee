import { expect, it } from 'vitest';
import { chooseRules, ranInBrowser, ranInVitest } from './prove-rules.ts';

it('chooses the same rules for the same seed', () => {
  const rules = Array.from({ length: 50 }, (_, index) => `R${index}`);
  expect(chooseRules(rules, 5, 1119)).toEqual(chooseRules(rules, 5, 1119));
  expect(chooseRules(rules, 5, 1119)).not.toEqual(chooseRules(rules, 5, 1120));
  expect(new Set(chooseRules(rules, 5, 1119)).size).toBe(5);
});

it('counts the tests that ran, and not those that the pattern left out', () => {
  const ran = ranInVitest({
    testResults: [
      {
        name: '/repository/a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'group shows it R001' },
          { status: 'failed', fullName: 'group loses it R002' },
          { status: 'skipped', fullName: 'group has another R003' },
        ],
      },
    ],
  });
  expect(ran.map(({ title, passed }) => [title, passed])).toEqual([
    ['group shows it R001', true],
    ['group loses it R002', false],
  ]);
});

it('finds browser tests in groups, too', () => {
  const spec = (title: string, ok: boolean, status: string) => ({
    file: 'tasks.spec.ts',
    title,
    ok,
    tests: [{ status }],
  });
  const ran = ranInBrowser({
    suites: [
      {
        specs: [spec('outer R004', true, 'expected')],
        suites: [
          { specs: [spec('inner R005', false, 'unexpected'), spec('off', true, 'skipped')] },
        ],
      },
    ],
  });
  expect(ran).toEqual([
    { file: 'e2e/tasks.spec.ts', title: 'outer R004', passed: true },
    { file: 'e2e/tasks.spec.ts', title: 'inner R005', passed: false },
  ]);
});
