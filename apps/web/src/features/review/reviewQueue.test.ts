import type { ReviewItem } from '@cairn/contract';
import { describe, expect, test } from 'vitest';
import {
  decide,
  EMPTY_QUEUE,
  entryOf,
  entriesToPreload,
  merge,
  nextOpen,
  nextToDecide,
  step,
  findMissing,
  withVersions,
} from './reviewQueue.ts';

const item = (id: string, over: Partial<ReviewItem> = {}): ReviewItem => ({
  id,
  loanId: 'loan',
  version: 1,
  title: id,
  description: null,
  folder: null,
  entity: null,
  flags: [],
  document: null,
  checks: [],
  doesNotApply: null,
  driversLicenseOf: null,
  note: null,
  answeredDate: null,
  state: 'OPEN',
  decidedBy: null,
  rejectionCode: null,
  rejectionReason: null,
  needsOtherReviewer: false,
  ...over,
});
const APPROVED = { state: 'APPROVED', by: null } as const;
const open = (...ids: string[]) =>
  merge(
    EMPTY_QUEUE,
    ids.map((id) => item(id)),
  );

describe('the queue of a reviewer', () => {
  test('begins with the first, and a decision moves on to the next', () => {
    const queue = open('a', 'b', 'c');
    expect(queue.current).toBe('a');
    const decided = decide(queue, ['a'], APPROVED, nextOpen(queue, 'a'));
    expect(decided.current).toBe('b');
    expect(nextOpen(decided, 'c')).toBe('b');
    expect(step(decided, -1).current).toBe('a');
  });

  test('keeps our decision when an older answer of the server comes later', () => {
    const queue = open('a', 'b');
    const decided = withVersions(decide(queue, ['a'], APPROVED, 'b'), new Map([['a', 2]]));
    expect(entryOf(merge(decided, [item('a'), item('b')]), 'a')!.outcome).toEqual(APPROVED);
    const reopened = merge(decided, [item('a', { version: 3 }), item('b')]);
    expect(entryOf(reopened, 'a')!.outcome).toBeNull();
  });

  test('keeps our decision while it is under way', () => {
    const decided = decide(open('a', 'b'), ['a'], APPROVED, 'b');
    expect(entryOf(merge(decided, [item('a'), item('b')]), 'a')!.outcome).toEqual(APPROVED);
  });

  test('moves on where someone else decided the document on the screen', () => {
    const queue = open('a', 'b');
    expect(findMissing(queue, [item('b')])).toEqual(['a']);
    const theirs = item('a', { version: 2, state: 'APPROVED' });
    const moved = merge(queue, [theirs], () => 'Marcus');
    expect(entryOf(moved, 'a')!.outcome).toEqual({ state: 'APPROVED', by: 'Marcus' });
    expect(moved.current).toBe('b');
  });

  test('puts new documents after the others of their loan', () => {
    const queue = merge(open('a'), [item('x', { loanId: 'other' })]);
    const more = merge(queue, [item('b')]);
    expect(more.entries.map((entry) => entry.item.id)).toEqual(['a', 'b', 'x']);
  });

  test('keeps ready what comes next, and nothing that is decided', () => {
    const queue = open('a', 'b', 'c', 'd', 'e');
    const decided = decide(queue, ['b'], APPROVED, 'a');
    expect(entriesToPreload(decided).map((entry) => entry.item.id)).toEqual(['a', 'c', 'd']);
  });
});

test('a skipped document stays open, and the queue goes to the next one to decide, at last to the first again', () => {
  const queue = open('a', 'b', 'c', 'd');
  const all = () => true;
  expect(nextToDecide(decide(queue, ['b'], APPROVED, 'a'), all)).toBe('c');
  expect(nextToDecide({ ...queue, current: 'd' }, all)).toBe('a');
  expect(nextToDecide({ ...queue, current: 'a' }, (entry) => entry.item.id === 'd')).toBe('d');
  expect(nextToDecide(decide(queue, ['b', 'c', 'd'], APPROVED, 'a'), all)).toBeUndefined();
});
