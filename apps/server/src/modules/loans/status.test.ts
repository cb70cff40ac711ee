import { LOAN_STATUS_CODES } from '@cairn/contract';
import { describe, expect, test } from 'vitest';
import { nextCategories } from './stages.ts';
import { nextStatuses } from './status.ts';

const from = (status: Parameters<typeof nextStatuses>[0]['status'], mayReopen = false) =>
  nextStatuses({ status, held_status: null }, mayReopen);

describe('the status of a loan', () => {
  test('goes forward step by step, and out by being declined or withdrawn', () => {
    expect(from('UNDERWRITING')).toEqual(['APPROVED', 'DECLINED', 'WITHDRAWN', 'ON_HOLD']);
    expect(from('COMMITTED')).toEqual(['CLOSING', 'WITHDRAWN', 'ON_HOLD']);
  });
  test('once funded it is neither held nor withdrawn', () => {
    expect(from('FUNDED')).toEqual(['SERVICING']);
    expect(from('SERVICING')).toEqual(['PAID_OFF']);
    expect(from('PAID_OFF')).toEqual([]);
  });
  test('on hold goes back to what it was, and nowhere else', () => {
    expect(nextStatuses({ status: 'ON_HOLD', held_status: 'APPROVED' }, true)).toEqual([
      'APPROVED',
    ]);
  });
  test('what was ended comes back by the company’s owner alone', () => {
    expect(from('DECLINED')).toEqual([]);
    expect(from('WITHDRAWN', true)).toEqual(['APPLICATION']);
  });
  test('every status can be reached from the first one', () => {
    const reached = new Set(['PROSPECT']);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const status of LOAN_STATUS_CODES) {
        if (reached.has(status)) for (const next of from(status)) reached.add(next);
      }
    }
    expect([...reached].toSorted()).toEqual([...LOAN_STATUS_CODES].toSorted());
  });
});

describe('the stage of a loan', () => {
  const at = (phase_category: Parameters<typeof nextCategories>[0]['phase_category']) => ({
    phase_category,
    archived_from: null,
  });
  test('moves within its stage, to the next one, or to the archive', () => {
    expect(nextCategories(at('LEAD'), false)).toEqual(['LEAD', 'ORIGINATION', 'ARCHIVE']);
    expect(nextCategories(at('PORTFOLIO'), false)).toEqual(['PORTFOLIO', 'ARCHIVE']);
    expect(nextCategories(at('ARCHIVE'), false)).toEqual(['ARCHIVE']);
  });
  test('the company’s owner takes it back, out of the archive to where it was', () => {
    expect(nextCategories(at('PORTFOLIO'), true)).toEqual(['ORIGINATION', 'PORTFOLIO', 'ARCHIVE']);
    expect(nextCategories({ phase_category: 'ARCHIVE', archived_from: 'LEAD' }, true)).toEqual([
      'LEAD',
      'ARCHIVE',
    ]);
  });
});
