/** How much of the pipeline one document and one person may use in a day, because all users share its slots. */
import { createHash } from 'node:crypto';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import type { ContentRef } from './content-store.ts';

const DAY_SECONDS = 86_400;
/** A failed document is tried again after each of three pauses, and when it is opened, with three attempts each time. */
const MAX_TRIES_OF_DOCUMENT = 15;
/** About 2,000 scanned pages. Counted in seconds, so that pages designed to take minutes count accordingly. */
const MAX_RECOGNIZING_SECONDS = 2 * 3600;

/** Each may have 250 MB of files that are there already: no upload counts for it. An employee divides whole packages. */
const MAX_DERIVED = { employee: 2000, otherPerson: 300 };

const keyOf = (what: string): Buffer =>
  createHash('sha256').update(`document pipeline: ${what}`).digest();

const add = async (db: Db, what: string, by: number): Promise<number> =>
  (await db.write(anonymous, (tx) => countUp(tx, keyOf(what), DAY_SECONDS, by))).calls;

/** Counts one more file that the worker makes of others. Refused, the transaction takes the count back. */
export async function countDerived(tx: Tx, actor: Actor): Promise<void> {
  const { calls } = await countUp(tx, keyOf(`files for ${actor.accountId}`), DAY_SECONDS);
  if (calls > MAX_DERIVED[isStaff(actor) ? 'employee' : 'otherPerson']) {
    throw new ApiError('DERIVED_QUOTA');
  }
}

/** False if the limit of the day is reached. */
export async function countProcessingTry(
  db: Db,
  { documentId, version }: ContentRef,
): Promise<boolean> {
  return (await add(db, `tries of ${documentId} ${version}`, 1)) <= MAX_TRIES_OF_DOCUMENT;
}

/** Runs the work and counts its seconds. Undefined, without running it, if the person's time of the day is used up. */
export async function recognizeFor<T>(
  db: Db,
  sender: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const what = `seconds for ${sender}`;
  if ((await add(db, what, 1)) > MAX_RECOGNIZING_SECONDS) return undefined;
  const began = performance.now();
  try {
    return await work();
  } finally {
    await add(db, what, Math.floor((performance.now() - began) / 1000));
  }
}
