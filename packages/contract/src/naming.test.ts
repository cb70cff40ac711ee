import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluateTitle, sampleValues, titleOf, titleParts, unknownVariables } from './naming.ts';

const of = (title: string, namingStrategy: Parameters<typeof evaluateTitle>[0]['namingStrategy']) =>
  ({ title, namingStrategy, blockType: 'COMPANY' }) as const;
const values = { year: '2025', businessName: 'Larkspur Bakery LLC' };

describe('a title', () => {
  test('is its parts put together again, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constant('{{year}} {{unknown}} {{{year}}}')),
        (title) => {
          expect(titleOf(titleParts(title))).toBe(title);
        },
      ),
    );
  });

  test('shows values for its variables', () => {
    expect(evaluateTitle(of('{{year}} business tax return', 'TITLE'), values)).toBe(
      '2025 business tax return',
    );
  });

  test('is named by its strategy', () => {
    expect(evaluateTitle(of('Lease', 'ENTITY_TITLE'), values)).toBe('Larkspur Bakery LLC - Lease');
    expect(evaluateTitle(of('Lease', 'TITLE_ENTITY'), values)).toBe('Lease - Larkspur Bakery LLC');
    expect(evaluateTitle(of('Tax return', 'TITLE_YEAR'), values)).toBe('Tax return 2025');
  });

  test('shows the name of what has no value yet', () => {
    expect(evaluateTitle(of('K-1 of {{ownerName}}', 'TITLE'), {})).toBe('K-1 of Owner name');
  });

  test('an unknown variable stays in the title as typed, and is reported', () => {
    expect(evaluateTitle(of('{{unknown}} {{year', 'TITLE'), values)).toBe('{{unknown}} {{year');
    expect(unknownVariables('{{unknown}} {{year}} {{toString}}')).toEqual(['unknown', 'toString']);
  });
});

test('a sample year is the last full one', () => {
  expect(sampleValues(new Date('2026-03-01T00:00:00Z'))).toEqual({ year: '2025', month: 'March' });
});
