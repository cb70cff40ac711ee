/** How much of the pipeline one document and one person may use in a day: its slots are everyone's. */
import { createHash } from 'node:crypto';
import { anonymous, type Db } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import type { ContentRef } from './content-store.ts';

const DAY_SECONDS = 86_400;
/** Each opening of a document that was given up tries it again, with five attempts each. */
const MAX_TRIES_OF_DOCUMENT = 15;
/** About 2,000 scanned pages. A page that was made to take minutes counts for what it took. */
const MAX_RECOGNIZING_SECONDS = 2 * 3600;

const add = async (db: Db, what: string, by: number): Promise<number> => {
  const key = createHash('sha256').update(`document pipeline: ${what}`).digest();
  return (await db.write(anonymous, (tx) => countUp(tx, key, DAY_SECONDS, by))).calls;
};

/** False: tried often enough today. */
export async function takeTry(db: Db, { documentId, version }: ContentRef): Promise<boolean> {
  return (await add(db, `tries of ${documentId} ${version}`, 1)) <= MAX_TRIES_OF_DOCUMENT;
}

/** Counts the seconds that the work takes. Undefined, and not begun, once the person's time of the day is used up. */
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
