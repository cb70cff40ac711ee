import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  accountedShare,
  hasCycle,
  ownersOf,
  percentOf,
  reaches,
  WHOLE,
  type Fraction,
  type Share,
} from './shares.ts';
import { suggestGuarantors } from './suggest-guarantors.ts';

const share = (ownerId: string, ownedId: string, percent: number): Share => ({
  ownerId,
  ownedId,
  share: Math.round(percent * 100),
});
const percentages = (ownedId: string, shares: Share[]) =>
  Object.fromEntries([...ownersOf(ownedId, shares)].map(([id, part]) => [id, percentOf(part)]));

/** Layers of owners above one business; each entity is owned by some of the layer above, never beyond 100 %. */
const structures = fc
  .array(
    fc.array(fc.array(fc.integer({ min: 1, max: WHOLE }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 3,
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((layers) => {
    const shares: Share[] = [];
    layers.forEach((layer, depth) => {
      layer.forEach((parts, index) => {
        const ownedId = depth === 0 ? 'business' : `${depth - 1}-${index}`;
        const total = parts.reduce((sum, part) => sum + part, 0);
        parts.forEach((part, owner) => {
          const fitted = total > WHOLE ? Math.floor((part * WHOLE) / total) : part;
          if (fitted < 1) return;
          // Two layers may own the same business: the later duplicate of a pair is left out.
          const ownerId = `${depth}-${owner}`;
          if (!shares.some((each) => each.ownerId === ownerId && each.ownedId === ownedId)) {
            shares.push({ ownerId, ownedId, share: fitted });
          }
        });
      });
    });
    return shares;
  })
  .filter((shares) =>
    [...new Set(shares.map(({ ownedId }) => ownedId))].every(
      (id) => accountedShare(id, shares) <= WHOLE,
    ),
  );

const sum = (parts: Fraction[]): number => parts.reduce((all, part) => all + percentOf(part), 0);

describe('shares', () => {
  test('through others, the parts multiply, and several ways add up', () => {
    const shares = [
      share('holding', 'bakery', 60),
      share('elena', 'bakery', 10),
      share('elena', 'holding', 50),
      share('jonas', 'holding', 50),
    ];
    expect(percentages('bakery', shares)).toEqual({ holding: 60, elena: 40, jonas: 30 });
  });

  test('many ways to the same owners are counted without walking each of them', () => {
    const layers = 12;
    const across = 6;
    const shares = [...Array(across).keys()].map((index) => share(`0-${index}`, 'bakery', 16));
    for (let layer = 1; layer < layers; layer += 1) {
      for (let owned = 0; owned < across; owned += 1) {
        for (let owner = 0; owner < across; owner += 1) {
          shares.push(share(`${layer}-${owner}`, `${layer - 1}-${owned}`, 16));
        }
      }
    }
    const began = performance.now();
    const owners = ownersOf('bakery', shares);
    expect(performance.now() - began).toBeLessThan(500);
    expect(owners.size).toBe(layers * across);
    expect(percentOf(owners.get('1-0')!)).toBe(15.36);
  });

  test('twenty percent is twenty percent: nothing is rounded up to it', () => {
    const nearly = ownersOf('bakery', [share('a', 'b', 44.72), share('b', 'bakery', 44.72)]);
    expect(reaches(nearly.get('a')!, 2000)).toBe(false);
    const exactly = ownersOf('bakery', [share('a', 'b', 40), share('b', 'bakery', 50)]);
    expect(reaches(exactly.get('a')!, 2000)).toBe(true);
  });

  test('the sole owner of an owner owns what it owns, to the last hundredth', () => {
    fc.assert(
      fc.property(structures, (shares) => {
        const before = ownersOf('business', shares);
        for (const [id, part] of before) {
          const over = ownersOf('business', [...shares, share('new', id, 100)]);
          expect(percentOf(over.get('new')!)).toBe(percentOf(part));
        }
      }),
    );
  });

  test('those at the top never own more than the whole together', () => {
    fc.assert(
      fc.property(structures, (shares) => {
        const owned = new Set(shares.map(({ ownedId }) => ownedId));
        const tops = [...ownersOf('business', shares)].filter(([id]) => !owned.has(id));
        expect(sum(tops.map(([, part]) => part))).toBeLessThanOrEqual(100 + 1e-9);
      }),
    );
  });

  test('the order in which shares are listed makes no difference', () => {
    fc.assert(
      fc.property(
        structures.chain((shares) =>
          fc.tuple(fc.constant(shares), fc.shuffledSubarray(shares, { minLength: shares.length })),
        ),
        ([shares, shuffled]) => {
          const plain = (all: Share[]) =>
            [...ownersOf('business', all)]
              .map(([id, part]) => [id, percentOf(part)] as const)
              .toSorted(([one], [other]) => (one < other ? -1 : 1));
          expect(plain(shuffled)).toEqual(plain(shares));
        },
      ),
    );
  });

  test('a layered structure has no cycle; to own one’s owner makes one', () => {
    fc.assert(
      fc.property(structures, (shares) => {
        expect(hasCycle(shares)).toBe(false);
        const [top] = [...ownersOf('business', shares).keys()];
        expect(hasCycle([...shares, share('business', top!, 1)])).toBe(true);
      }),
    );
  });
});

describe('who should guarantee', () => {
  const rule = {
    id: 'rule',
    threshold: 2000,
    reason: 'Holders of at least 20 %',
    source: '13 CFR 120.160(a)',
    effective_from: '1996-03-01',
  };
  const bakery = { entityId: 'bakery', labels: ['APPLICANT'] as const };

  test('owners of a fifth or more of a borrower, unless they guarantee already', () => {
    const shares = [
      share('elena', 'bakery', 60),
      share('jonas', 'bakery', 20),
      share('small', 'bakery', 19.99),
    ];
    const suggestions = suggestGuarantors(
      [rule],
      [bakery, { entityId: 'elena', labels: ['GUARANTOR'] }],
      shares,
    );
    expect(suggestions).toEqual([
      { rule, entityId: 'jonas', ownedId: 'bakery', share: 20, onLoan: false },
    ]);
  });

  test('not owners of collateral, and none where no rule holds', () => {
    const shares = [share('elena', 'shop', 100)];
    expect(suggestGuarantors([rule], [{ entityId: 'shop', labels: [] }], shares)).toEqual([]);
    expect(suggestGuarantors([], [bakery], [share('elena', 'bakery', 100)])).toEqual([]);
  });
});
