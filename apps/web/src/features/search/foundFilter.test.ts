import { expect, it } from 'vitest';
import { filterOf } from './foundFilter.ts';

const OFFICER = '0199a1b2-0000-7000-8000-000000000001';
const LOAN = '0199a1b2-0000-7000-8000-000000000002';

it('asks the server for what the address of a search says, and drops what it cannot mean', () => {
  const now = new Date('2026-11-17T12:00:00');
  expect(filterOf({ stage: ['x'], assignee: ['x'], modified: '8' }, now)).toEqual({});
  expect(filterOf({ loan: ['x'], type: ['x'], uploader: ['x'] }, now)).toEqual({});
  expect(filterOf({ loan: [LOAN], type: ['x', 'lease'], uploader: [OFFICER] }, now)).toEqual({
    loanId: [LOAN],
    documentKind: ['lease'],
    uploadedBy: [OFFICER],
  });
  expect(filterOf({ stage: ['LEAD'], assignee: ['x', OFFICER], modified: '0' }, now)).toEqual({
    category: ['LEAD'],
    officerId: [OFFICER],
    modifiedSince: new Date('2026-11-17T00:00:00').toISOString(),
  });
});
