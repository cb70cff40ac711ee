import type { PhaseWithTotals } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  addPhase,
  type Edit,
  inCategory,
  movePhase,
  placeBeside,
  removePhase,
  renamePhase,
} from './phaseEdits.ts';

const phase = (name: string, category: PhaseWithTotals['category'], displayOrder: number) => ({
  id: name,
  name,
  lenderId: 'company',
  category,
  displayOrder,
  releases: null,
  servicing: false,
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
    expect(order(movePhase('c', 'LEAD', 1))).toEqual(['1c', '2a', '3b']);
    expect(order(movePhase('a', 'LEAD', 2))).toEqual(['1b', '2a', '3c']);
    expect(order(movePhase('a', 'LEAD', 9))).toEqual(['1b', '2c', '3a']);
    expect(order(movePhase('gone', 'LEAD', 1))).toEqual(['1a', '2b', '3c']);
  });

  it('moves to another category, and both are numbered anew', () => {
    expect(order(movePhase('a', 'ARCHIVE', 1))).toEqual(['1b', '2c']);
    expect(order(movePhase('a', 'ARCHIVE', 1), 'ARCHIVE')).toEqual(['1a', '2x']);
  });

  it('renames, adds at the end and removes', () => {
    expect(renamePhase('b', 'New')(phases)[1]).toMatchObject({ id: 'b', name: 'New' });
    const one = { id: 'n', name: 'N', lenderId: 'company', category: 'LEAD' } as const;
    expect(order(addPhase(one))).toEqual(['1a', '2b', '3c', '4n']);
    expect(order(removePhase('b'))).toEqual(['1a', '2c']);
  });

  it('knows the place beside another, wherever the dragged one was', () => {
    const [a, , c, x] = phases;
    expect(placeBeside(phases, 'a', c!, false)).toBe(2);
    expect(placeBeside(phases, 'a', c!, true)).toBe(3);
    expect(placeBeside(phases, 'c', a!, false)).toBe(1);
    expect(placeBeside(phases, 'c', x!, true)).toBe(2);
  });
});
