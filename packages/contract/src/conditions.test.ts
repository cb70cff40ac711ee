import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluateCondition,
  FACTS,
  OPERATORS,
  parseCondition,
  ruleFires,
  writeCondition,
  type Condition,
  type Fact,
  type FactKind,
  type Facts,
} from './conditions.ts';

const parsed = (text: string): Condition => {
  const result = parseCondition(text);
  if (!result.ok) throw new Error(`${text}: ${result.complaint}`);
  return result.condition;
};
const complaint = (text: string): string => {
  const result = parseCondition(text);
  return result.ok ? 'parsed' : result.complaint;
};

const comparison: fc.Arbitrary<Condition> = fc
  .constantFrom(...(Object.keys(FACTS) as Fact[]))
  .chain((fact) => {
    const factDefinition: FactKind = FACTS[fact];
    const equal = fc.constantFrom('==' as const, '!=' as const);
    const [operator, value] =
      factDefinition.kind === 'number'
        ? [fc.constantFrom(...OPERATORS), fc.integer({ min: -5, max: 5_000_000 })]
        : factDefinition.kind === 'boolean'
          ? [equal, fc.boolean()]
          : [equal, fc.constantFrom(...factDefinition.words)];
    return fc.record({
      is: fc.constant('compare' as const),
      fact: fc.constant(fact),
      operator,
      value,
    });
  });

const condition: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparison,
    fc.record({ is: fc.constant('not' as const), of: tie('any') }),
    fc.record({
      is: fc.constantFrom('and' as const, 'or' as const),
      of: fc.array(tie('any'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).any;

const value = fc.oneof(
  fc.integer({ min: -5, max: 5_000_000 }),
  fc.boolean(),
  fc.string(),
  fc.array(fc.constantFrom('APPLICANT', 'GUARANTOR', 'EPC')),
  fc.constant(undefined),
);
const facts = fc.record(Object.fromEntries(Object.keys(FACTS).map((fact) => [fact, value])), {
  requiredKeys: [],
}) as fc.Arbitrary<Facts>;

describe('a condition', () => {
  test('is read from any text, or a complaint says where it is wrong', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z.()=<> 0-9]{0,60}$/)), (text) => {
        const result = parseCondition(text);
        if (!result.ok) {
          expect(result.complaint).not.toBe('');
          expect(result.at).toBeGreaterThanOrEqual(0);
          expect(result.at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('written out and read again is the same condition', () => {
    fc.assert(
      fc.property(condition, (generated) => {
        const text = writeCondition(generated);
        if (text.length > 500) return;
        expect(writeCondition(parsed(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('means the same after it was written out and read again', () => {
    fc.assert(
      fc.property(condition, facts, (generated, values) => {
        const text = writeCondition(generated);
        if (text.length > 500) return;
        expect(evaluateCondition(parsed(text), values).fires).toBe(
          evaluateCondition(generated, values).fires,
        );
      }),
      { numRuns: 1000 },
    );
  });

  test('has an answer for any facts, and an unknown one names what is missing', () => {
    fc.assert(
      fc.property(condition, facts, (generated, values) => {
        const { fires, because, missing } = evaluateCondition(generated, values);
        expect([true, false, 'unknown']).toContain(fires);
        expect(missing.length > 0).toBe(fires === 'unknown');
        expect(because.length > 0).toBe(fires !== 'unknown');
      }),
      { numRuns: 1000 },
    );
  });

  test('keeps its answer when more becomes known', () => {
    fc.assert(
      fc.property(condition, facts, facts, (generated, values, more) => {
        const before = evaluateCondition(generated, values).fires;
        // Only missing or unusable facts get a value; known facts keep theirs.
        const after = evaluateCondition(generated, { ...more, ...values }).fires;
        if (before !== 'unknown') expect(after).toBe(before);
      }),
      { numRuns: 1000 },
    );
  });

  test('binds "and" closer than "or", and brackets closest', () => {
    const either = parsed('entity.ownership < 20 and entity.label == GUARANTOR or loan.amount > 5');
    expect(either).toMatchObject({ is: 'or' });
    expect(writeCondition(either)).toBe(
      'entity.ownership < 20 and entity.label == GUARANTOR or loan.amount > 5',
    );
    expect(parsed('entity.kind != LLC and (loan.amount > 5 or loan.amount < 2)')).toMatchObject({
      is: 'and',
      of: [{ is: 'compare' }, { is: 'or' }],
    });
  });

  test('says in a sentence what is wrong', () => {
    expect(complaint('entity.age > 3')).toContain('"entity.age" is not known');
    expect(complaint('loan.amount > lots')).toBe('loan.amount is a number');
    expect(complaint('entity.kind > LLC')).toContain('compare with == or !=');
    expect(complaint('entity.label == OWNER')).toContain('is one of APPLICANT');
    expect(complaint('loan.isFranchise == yes')).toBe('loan.isFranchise is true or false');
    expect(complaint('loan.amount > 1 loan.amount < 2')).toContain('"and" or "or" is missing');
    expect(complaint('(loan.amount > 1')).toContain('missing at the end');
    expect(complaint('')).toContain('missing at the end');
    expect(complaint('loan.amount > 1; drop')).toBe('";" isn’t expected here');
    expect(complaint('('.repeat(400))).toBe('Too many brackets');
    expect(complaint('x'.repeat(501))).toBe('At most 500 characters');
  });
});

describe('a rule', () => {
  const owner = 'entity.ownership >= 20 or entity.label == GUARANTOR';

  test('says which comparison made it fire', () => {
    expect(ruleFires(owner, { 'entity.ownership': 25, 'entity.label': ['APPLICANT'] })).toEqual({
      fires: true,
      because: ['entity.ownership >= 20'],
      missing: [],
    });
    expect(
      ruleFires(owner, { 'entity.ownership': 5, 'entity.label': ['EPC', 'GUARANTOR'] }),
    ).toEqual({ fires: true, because: ['entity.label == GUARANTOR'], missing: [] });
  });

  test('that nothing decides yet names what would', () => {
    expect(ruleFires(owner, { 'entity.ownership': 5 })).toEqual({
      fires: 'unknown',
      because: [],
      missing: ['entity.label'],
    });
  });

  test('without a condition always fires; one that does not read never does', () => {
    expect(ruleFires(null, {}).fires).toBe(true);
    expect(ruleFires('whatever', {}).fires).toBe(false);
  });
});
