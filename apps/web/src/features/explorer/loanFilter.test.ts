import { describe, expect, it } from 'vitest';
import { filterOf } from './loanFilter.ts';

const OFFICER = '0199a1b2-0000-7000-8000-000000000001';

describe('the filters of the explorer', () => {
  it('ask for what the address says, and drop what it cannot mean [R320]', () => {
    const now = new Date('2026-11-17T12:00:00');
    const modifiedSince = '1970-01-01T00:00:00.000Z';
    expect(filterOf({}, now)).toEqual({ modifiedSince });
    expect(
      filterOf({ type: ['SBA_7A', 'nonsense'], stage: 'LEAD', review: 'waiting' }, now),
    ).toEqual({ loanType: ['SBA_7A'], category: 'LEAD', toReview: true, modifiedSince });
    expect(filterOf({ status: ['UNDERWRITING', 'nonsense', 'CLOSING'] }, now)).toEqual({
      loanStatus: ['UNDERWRITING', 'CLOSING'],
      modifiedSince,
    });
    const shared = { assignee: [OFFICER, 'x'], entity: 'bakery', status: ['nonsense'] };
    expect(filterOf(shared, now)).toEqual({
      officerId: [OFFICER],
      entity: 'bakery',
      modifiedSince,
    });
    expect(filterOf({ stage: 'nonsense', modified: '7' }, now)).toEqual({
      modifiedSince: new Date('2026-11-10T00:00:00').toISOString(),
    });
    expect(filterOf({ assignee: ['x'], entity: ' ' }, now)).toEqual({ modifiedSince });
    expect(filterOf({ modified: '0' }, now)).toEqual({
      modifiedSince: new Date('2026-11-17T00:00:00').toISOString(),
    });
  });
});
