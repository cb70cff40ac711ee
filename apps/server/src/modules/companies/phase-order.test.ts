import fc from 'fast-check';
import { PHASE_CATEGORIES } from '@cairn/contract';
import { describe, expect, test } from 'vitest';
import { orderPhases, type PhaseToPlace } from './phase-order.ts';

const phase = (id: string, now?: number, newPosition?: number): PhaseToPlace => ({
  id,
  name: id,
  category: 'LEAD',
  now,
  newPosition,
});
const order = (...phases: PhaseToPlace[]) => orderPhases(phases).map(({ id }) => id);

describe('the order of phases', () => {
  test('a phase that is moved takes its place, the others make room', () => {
    expect(order(phase('a', 1), phase('b', 2), phase('c', 3, 1))).toEqual(['c', 'a', 'b']);
    expect(order(phase('a', 1, 3), phase('b', 2), phase('c', 3))).toEqual(['b', 'c', 'a']);
  });

  test('a new one comes last, unless it has a place', () => {
    expect(order(phase('a', 1), phase('new'))).toEqual(['a', 'new']);
    expect(order(phase('a', 1), phase('new', undefined, 1))).toEqual(['new', 'a']);
    expect(order(phase('a', 1), phase('new', undefined, 900))).toEqual(['a', 'new']);
  });

  test('a whole order is kept as it was sent', () => {
    expect(order(phase('a', 1, 2), phase('b', 2, 3), phase('c', 3, 1))).toEqual(['c', 'a', 'b']);
  });

  test('places are 1, 2, 3 in each category, and no phase is lost, for any request', () => {
    const place = fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined });
    const phaseRecord = fc.record({
      id: fc.uuid(),
      name: fc.string(),
      category: fc.constantFrom(...PHASE_CATEGORIES),
      now: place,
      newPosition: place,
    });
    fc.assert(
      fc.property(fc.uniqueArray(phaseRecord, { selector: ({ id }) => id }), (phases) => {
        const result = orderPhases(phases);
        expect(result.map(({ id }) => id).toSorted()).toEqual(
          phases.map(({ id }) => id).toSorted(),
        );
        for (const category of PHASE_CATEGORIES) {
          const places = result.filter((each) => each.category === category);
          expect(places.map(({ displayOrder }) => displayOrder)).toEqual(
            places.map((_, index) => index + 1),
          );
        }
      }),
    );
  });
});
