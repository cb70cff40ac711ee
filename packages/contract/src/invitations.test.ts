import { expect, test } from 'vitest';
import { contract, type Endpoint } from './index.ts';

const { doAction, listPendingInvites, getConsolidatedTasks, viewLoans } = contract;

test('an answer to an invitation refreshes the loan list, the tasks and the invitations [R280]', () => {
  const changed: readonly string[] = (doAction as Endpoint).changes ?? [];
  for (const call of [viewLoans, getConsolidatedTasks, listPendingInvites] as Endpoint[]) {
    expect(
      call.shows?.filter((tag) => changed.includes(tag)),
      call.path,
    ).not.toEqual([]);
  }
});
