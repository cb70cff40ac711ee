import { describe, expect, test } from 'vitest';
import { askedRole, defaultRole, inOrder, type GroupRole } from './role-choice.ts';

const role = (
  role_level: GroupRole['role_level'],
  company_id: string | null = null,
): GroupRole => ({
  role_level,
  company_id,
  company_name: company_id && `Company ${company_id}`,
});
const borrower = role('BORROWER');
const atA = role('LENDER', 'a');
const atB = role('LENDER', 'b');
const outside = role('LENDER');

describe('the role a log-in starts with', () => {
  test('is the highest level, a company’s staff before a single loan', () => {
    expect(defaultRole([borrower, outside, atA], undefined)).toBe(atA);
    expect(inOrder([borrower, atB, outside, atA])).toEqual([atA, atB, outside, borrower]);
  });

  test('is the chosen one as long as it is held [R114]', () => {
    expect(defaultRole([atA, borrower], borrower)).toBe(borrower);
    expect(defaultRole([atA], borrower)).toBe(atA);
  });

  test('is a borrower’s for a user without any role', () => {
    expect(defaultRole([], undefined).role_level).toBe('BORROWER');
  });
});

describe('a role that is asked for', () => {
  const refusal = (ask: () => unknown) => {
    try {
      ask();
      return undefined;
    } catch (error) {
      return error as { code: string; fieldErrors?: object };
    }
  };

  test('is given only where it is held [R113]', () => {
    expect(askedRole([atA, borrower], 'BORROWER', undefined)).toBe(borrower);
    expect(refusal(() => askedRole([atA], 'ADMIN', undefined))?.code).toBe('UNAUTHORIZED');
    expect(refusal(() => askedRole([atA], 'LENDER', 'b'))?.code).toBe('UNAUTHORIZED');
  });

  test('of a level held at several companies needs the company', () => {
    expect(askedRole([atA, atB], 'LENDER', 'b')).toBe(atB);
    expect(askedRole([atA], 'LENDER', undefined)).toBe(atA);
    expect(askedRole([atA, atB, outside], 'LENDER', undefined)).toBe(outside);
    expect(refusal(() => askedRole([atA, atB], 'LENDER', undefined))).toMatchObject({
      code: 'INVALID_REQUEST',
      fieldErrors: { companyId: 'Required' },
    });
  });
});
