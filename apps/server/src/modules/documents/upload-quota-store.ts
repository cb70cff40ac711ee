/** Limits for unfinished uploads of an account and a company, counted per day. */
import { sql } from 'kysely';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { ApiError } from '../../platform/api-error.ts';
import { uploadBegan, type Upload } from './object-key.ts';

const GIBIBYTE = 2 ** 30;
/** Documented in docs/security/file-types.md. LIMIT_FACTOR multiplies them like every other limit. */
const MAX_UNFINISHED = {
  account: { urls: 300, bytes: 10 * GIBIBYTE },
  company: { urls: 20_000, bytes: 500 * GIBIBYTE },
};

export interface QuotaDeps {
  readonly db: Db;
  readonly limitFactor: number;
}

type Holder = Pick<Upload, 'accountId' | 'companyId' | 'size'>;

/** Counts one more upload, or throws if a limit is reached. The count stays even if the call fails. */
export async function countUpload({ db, limitFactor }: QuotaDeps, upload: Holder): Promise<void> {
  await db.write(anonymous, async (tx) => {
    for (const [holder, most] of [
      [upload.accountId, MAX_UNFINISHED.account],
      [upload.companyId, MAX_UNFINISHED.company],
    ] as const) {
      const urls = Math.min(2 ** 31 - 1, Math.floor(most.urls * limitFactor));
      const bytes = Math.floor(most.bytes * limitFactor);
      const [row] = await tx.run(
        query.selectNoFrom(
          sql<boolean>`app.take_upload(${holder}::uuid, ${upload.size}::bigint, ${urls}::int,
            ${bytes}::bigint)`.as('taken'),
        ),
      );
      if (!row!.taken) throw new ApiError('UPLOAD_QUOTA');
    }
  });
}

export interface DailyLimit {
  readonly holder: string;
  readonly urls: number;
  readonly bytes: number;
}

/** Counts one more upload of the day, finished or not; false if a limit is reached. */
export async function countDailyUpload(
  { db, limitFactor }: QuotaDeps,
  size: number,
  limits: readonly DailyLimit[],
): Promise<boolean> {
  try {
    await db.write(anonymous, async (tx) => {
      for (const { holder, urls, bytes } of limits) {
        const [row] = await tx.run(
          query.selectNoFrom(
            sql<boolean>`app.take_upload(${holder}::uuid, ${size}::bigint,
              ${Math.min(2 ** 31 - 1, Math.floor(urls * limitFactor))}::int,
              ${Math.floor(bytes * limitFactor)}::bigint)`.as('taken'),
          ),
        );
        if (!row!.taken) throw new ApiError('UPLOAD_LINK_QUOTA');
      }
    });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Runs in the transaction that creates the document. */
export async function finishUpload(
  tx: Tx,
  key: string,
  { accountId, companyId, size }: Holder,
): Promise<void> {
  const day = uploadBegan(key).toISOString().slice(0, 10);
  for (const holder of [accountId, companyId]) {
    tx.atCommit(
      query.selectNoFrom(
        sql`app.finish_upload(${holder}::uuid, ${day}::date, ${size}::bigint)`.as('finished'),
      ),
    );
  }
}
