/**
 * Daily limits of requests to the address service, which bills each one, for an account, a lender and the installation.
 */
import { createHash } from 'node:crypto';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';

const DAY_SECONDS = 86_400;
/** About fifty addresses, each typed with ten pauses. */
const MAX_OF_ACCOUNT = 500;
const MAX_IN_ALL = 20_000;
/**
 * Anyone can sign up many times. This limit of all accounts outside lenders leaves a quarter of the total to lenders'
 * employees.
 */
const MAX_OF_OTHERS = 15_000;
/** About two hundred addresses. If two lenders use up their limits, the others still have a fifth of that quarter. */
const MAX_OF_COMPANY = 2000;

export type PlaceDecision =
  | 'ALLOWED'
  | 'ACCOUNT_LIMIT'
  | 'COMPANY_LIMIT'
  | 'CEILING'
  | 'CEILING_REACHED_NOW';

const keyOf = (what: string): Buffer => createHash('sha256').update(`addresses: ${what}`).digest();

/**
 * Counts a request, and returns whether it is allowed. A refused request is not counted toward further limits. `factor`
 * multiplies all limits, for load tests.
 */
export async function countPlaceRequest(
  db: Db,
  actor: Actor,
  factor: number,
): Promise<PlaceDecision> {
  const ofAccount = Math.ceil(MAX_OF_ACCOUNT * factor);
  return db.write(anonymous, async (tx) => {
    const account = await countUp(tx, keyOf(`requests of ${actor.accountId}`), DAY_SECONDS);
    if (account.calls > ofAccount) return 'ACCOUNT_LIMIT';
    if (isStaff(actor)) {
      const what = `requests of company ${actor.companyId}`;
      const decision = await takeOf(tx, what, MAX_OF_COMPANY * factor);
      if (decision !== 'ALLOWED') return 'COMPANY_LIMIT';
    } else {
      const what = 'requests of others than employees';
      const decision = await takeOf(tx, what, MAX_OF_OTHERS * factor);
      if (decision !== 'ALLOWED') return decision;
    }
    return takeOf(tx, 'requests in all', MAX_IN_ALL * factor);
  });
}

async function takeOf(tx: Tx, what: string, most: number): Promise<PlaceDecision> {
  const { calls } = await countUp(tx, keyOf(what), DAY_SECONDS);
  if (calls <= most) return 'ALLOWED';
  return calls === Math.floor(most) + 1 ? 'CEILING_REACHED_NOW' : 'CEILING';
}
