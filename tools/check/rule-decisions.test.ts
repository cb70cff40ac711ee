import { expect, it } from 'vitest';
import { decisionsOf } from './rule-decisions.ts';

it('a rule is by decision where a record says that its tests show what is done instead', () => {
  const records = new Map([
    [
      'docs/decisions/0140-readings.md',
      'The tests that name R163, R171\nand R072 show what is done instead.',
    ],
    ['docs/decisions/0029-ledger.md', 'The test that names R075 shows what is done instead.'],
    ['docs/decisions/0038-fields.md', 'The specification names some fields (R060).'],
    ['docs/decisions/README.md', 'The tests that name R999 show what is done instead.'],
  ]);
  expect([...decisionsOf(records)]).toEqual([
    ['R163', '0140'],
    ['R171', '0140'],
    ['R072', '0140'],
    ['R075', '0029'],
  ]);
});
