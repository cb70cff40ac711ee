import type { PhaseWithTotals } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  added,
  type Edit,
  inCategory,
  moved,
  placeBeside,
  removed,
  renamed,
} from './phaseEdits.ts';

const phase = (name: string, category: PhaseWithTotals['category'], displayOrder: number) => ({
  id: name,
  name,
  lenderId: 'company',
  category,
  displayOrder,
  loanCount: 1,
  loanAmount: 1,
});
const phases = [
  phase('a', 'LEAD', 1),
  phase('b', 'LEAD', 2),
  phase('c', 'LEAD', 3),
  phase('x', 'ARCHIVE', 1),
];
const order = (edit: Edit, category: PhaseWithTotals['category'] = 'LEAD') =>
  inCategory(edit(phases), category).map(({ id, displayOrder }) => `${displayOrder}${id}`);

describe('an edit of phases, as it will be [R124]', () => {
  it('moves to a place among the others', () => {
    expect(order(moved('c', 'LEAD', 1))).toEqual(['1c', '2a', '3b']);
    expect(order(moved('a', 'LEAD', 2))).toEqual(['1b', '2a', '3c']);
    expect(order(moved('a', 'LEAD', 9))).toEqual(['1b', '2c', '3a']);
    expect(order(moved('gone', 'LEAD', 1))).toEqual(['1a', '2b', '3c']);
  });

  it('moves to another category, and both are numbered anew', () => {
    expect(order(moved('a', 'ARCHIVE', 1))).toEqual(['1b', '2c']);
    expect(order(moved('a', 'ARCHIVE', 1), 'ARCHIVE')).toEqual(['1a', '2x']);
  });

  it('renames, adds at the end and removes', () => {
    expect(renamed('b', 'New')(phases)[1]).toMatchObject({ id: 'b', name: 'New' });
    const one = { id: 'n', name: 'N', lenderId: 'company', category: 'LEAD' } as const;
    expect(order(added(one))).toEqual(['1a', '2b', '3c', '4n']);
    expect(order(removed('b'))).toEqual(['1a', '2c']);
  });

  it('knows the place beside another, wherever the dragged one was', () => {
    const [a, , c, x] = phases;
    expect(placeBeside(phases, 'a', c!, false)).toBe(2);
    expect(placeBeside(phases, 'a', c!, true)).toBe(3);
    expect(placeBeside(phases, 'c', a!, false)).toBe(1);
    expect(placeBeside(phases, 'c', x!, true)).toBe(2);
  });
});
