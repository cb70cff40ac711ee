import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, totalsOf, valueOf, type Sheet } from './sources-uses-terms.ts';

const sheet = (amounts: number[][], available: number[]): Sheet => ({
  sources: available.map((amount, at) => ({
    name: `Source ${at}`,
    terms: '',
    kind: 'OTHER',
    available: amount,
  })),
  uses: amounts.map((each, at) => ({ name: `Use ${at}`, amounts: each })),
});

test('a sheet is balanced when every source is used up, not when only the totals agree', () => {
  expect(totalsOf(sheet([[100, 50]], [100, 50])).isBalanced).toBe(true);
  const crossed = totalsOf(sheet([[100, 50]], [50, 100]));
  expect(crossed).toMatchObject({
    isBalanced: false,
    totalUses: 150,
    totalSources: 150,
    offBy: 100,
  });
  expect(totalsOf(sheet([[0]], [0])).isBalanced).toBe(false);
});

test('sums of cents do not drift', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000_000 });
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 60 }), (amounts) => {
      const all = amounts.reduce((sum, amount) => sum + amount, 0);
      const totals = totalsOf(
        sheet(
          amounts.map((amount) => [amount / 100]),
          [all / 100],
        ),
      );
      expect(totals.difference).toEqual([0]);
      expect(totals.isBalanced).toBe(all > 0);
    }),
  );
});

test('an amount is dollars and cents, a formula adds and subtracts, and all else is neither', () => {
  expect(['', '1,000', '$95,000.50', '.5', '1000'].map(amountOf)).toEqual([
    0, 1000, 95_000.5, 0.5, 1000,
  ]);
  expect(['=1+2', '=1,000 - 250.5', '=', '=1+', '=2-3', '=1*2', '1e3', '١'].map(valueOf)).toEqual([
    3,
    749.5,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
