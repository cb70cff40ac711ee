import { CallError } from '../../lib/CallError.ts';
import { type Job, job, sendAll } from '../../lib/sendAll.ts';
import type { Officer } from './BulkOfficerMenu.tsx';

/** The server's error text for an employee who is already on the loan. It must match the server's text exactly. */
const ALREADY_LENDS = 'Already a lender on this loan';

const isRefused = (failure: unknown): boolean =>
  failure instanceof CallError && failure.fieldErrors['userId'] === ALREADY_LENDS;

/** Treats the error for an employee who is already on the loan as success. */
export async function runUnlessMember(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run();
  } catch (failure) {
    if (isRefused(failure)) return undefined;
    throw failure;
  }
}

/** Adds an employee to the team of each loan, with one request per loan because the API has no bulk call. */
export function addOfficer(loanIds: readonly string[], { value, label }: Officer): Promise<void> {
  const jobs = loanIds.map((id): Job => {
    const body = { userId: value, role: 'LENDER' as const };
    const added = job('addLenderUser', { params: { id }, body });
    return { ...added, run: () => runUnlessMember(added.run) };
  });
  const who = label === 'Me' ? 'you' : label;
  return sendAll(jobs, loanIds.length, `now with ${who} on the team`, { noun: 'loan' });
}
