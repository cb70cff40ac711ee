/** Limits for uploads of an account and a company, counted per day. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { ApiError } from '../../platform/api-error.ts';
import { idFrom } from '../../platform/ids.ts';
import { uploadBegan, type Upload } from './object-key.ts';

const GIBIBYTE = 2 ** 30;
/** Documented in docs/security/file-types.md. LIMIT_FACTOR multiplies them like every other limit. */
const MAX_UNFINISHED = {
  account: { urls: 300, bytes: 10 * GIBIBYTE },
  company: { urls: 20_000, bytes: 500 * GIBIBYTE },
};
/**
 * To applications that no employee has opened, finished or not. Anyone can sign up and apply, many times: together they use
 * up a part of what the company may begin, and fill no store.
 */
const MAX_TO_NEW_APPLICATIONS = {
  account: { urls: 500, bytes: 10 * GIBIBYTE },
  company: { urls: 5000, bytes: 100 * GIBIBYTE },
};

export interface QuotaDeps {
  readonly db: Db;
  readonly limitFactor: number;
}

type Holder = Pick<Upload, 'accountId' | 'companyId' | 'size'>;

/** The id under which they are counted. */
const applicationsOf = (id: string): string =>
  idFrom(createHash('sha256').update(`uploads to new applications ${id}`).digest());

/** Counts one more upload, or throws if a limit is reached. The count stays even if the call fails. */
export async function countUpload({ db, limitFactor }: QuotaDeps, upload: Upload): Promise<void> {
  const { accountId, companyId, size } = upload;
  await db.write(anonymous, async (tx) => {
    const limits = [
      { holder: accountId, ...MAX_UNFINISHED.account },
      { holder: companyId, ...MAX_UNFINISHED.company },
    ];
    if (await isToNewApplication(tx, upload)) {
      limits.unshift(
        { holder: applicationsOf(accountId), ...MAX_TO_NEW_APPLICATIONS.account },
        { holder: applicationsOf(companyId), ...MAX_TO_NEW_APPLICATIONS.company },
      );
    }
    for (const limit of limits) {
      if (!(await countOf(tx, size, limit, limitFactor))) throw new ApiError('UPLOAD_QUOTA');
    }
  });
}

/** Of the lender's own people nothing is counted as an applicant's. */
async function isToNewApplication(tx: Tx, { accountId, companyId, loanId }: Upload) {
  if (loanId === null) return false;
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<boolean>`app.is_unreviewed(${companyId}::uuid, ${loanId}::uuid)
        and app.employee_level_of(${companyId}::uuid, ${accountId}::uuid) is null`.as('is_new'),
    ),
  );
  return row!.is_new;
}

async function countOf(
  tx: Tx,
  size: number,
  { holder, urls, bytes }: DailyLimit,
  limitFactor: number,
): Promise<boolean> {
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<boolean>`app.take_upload(${holder}::uuid, ${size}::bigint,
        ${Math.min(2 ** 31 - 1, Math.floor(urls * limitFactor))}::int,
        ${Math.floor(bytes * limitFactor)}::bigint)`.as('taken'),
    ),
  );
  return row!.taken;
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
      for (const limit of limits) {
        if (!(await countOf(tx, size, limit, limitFactor))) throw new ApiError('UPLOAD_LINK_QUOTA');
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
