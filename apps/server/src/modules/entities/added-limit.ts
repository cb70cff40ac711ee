/**
 * How many entities a person outside the lender may add in a day. Each one stays with the lender, among those that its
 * employees choose from and find, also when it is taken off the loan.
 */
import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { lends, type LoanStanding } from '../loans/index.ts';

const MAX_ADDED_A_DAY = 200;
const DAY_SECONDS = 86_400;

/** A refused call is not counted: its transaction is rolled back. */
export async function countAdded(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  path: string,
): Promise<void> {
  if (lends(actor, loan) || actor.companyId === loan.company_id) return;
  const what = `entities of ${actor.accountId} at ${loan.company_id}`;
  const { calls } = await countUp(tx, createHash('sha256').update(what).digest(), DAY_SECONDS);
  if (calls <= MAX_ADDED_A_DAY) return;
  const text = `You can add at most ${MAX_ADDED_A_DAY} people, businesses and assets in a day`;
  throw new ApiError('INVALID_REQUEST', { fieldErrors: { [path]: text } });
}
