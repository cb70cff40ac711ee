/** How many requests to the address service, which bills each, one account and the installation may cause in a day. */
import { createHash } from 'node:crypto';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';

const DAY_SECONDS = 86_400;
/** About fifty addresses, each typed in ten pauses. */
const MAX_OF_ACCOUNT = 500;
const MAX_IN_ALL = 20_000;

export type PlaceDecision = 'ALLOWED' | 'ACCOUNT_LIMIT' | 'CEILING' | 'CEILING_REACHED_NOW';

const keyOf = (what: string): Buffer => createHash('sha256').update(`addresses: ${what}`).digest();

/** A request refused by the account limit is not counted against the ceiling. `factor` loosens both alike, for a load test. */
export async function takePlaceRequest(
  db: Db,
  accountId: string,
  factor: number,
): Promise<PlaceDecision> {
  const ofAccount = Math.ceil(MAX_OF_ACCOUNT * factor);
  const inAll = Math.ceil(MAX_IN_ALL * factor);
  return db.write(anonymous, async (tx) => {
    const account = await countUp(tx, keyOf(`requests of ${accountId}`), DAY_SECONDS);
    if (account.calls > ofAccount) return 'ACCOUNT_LIMIT';
    const { calls } = await countUp(tx, keyOf('requests in all'), DAY_SECONDS);
    if (calls <= inAll) return 'ALLOWED';
    return calls === inAll + 1 ? 'CEILING_REACHED_NOW' : 'CEILING';
  });
}
