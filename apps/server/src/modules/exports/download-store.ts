/** SQL of download jobs: their owner, the selection, and the files made from it. */
import type { PackageKind } from '@cairn/contract/export-terms';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { chosenOptions } from './plan.ts';
import type { Selection } from './plan-selection.ts';
import { fileColumns, isOver, isSilent, restart } from './store.ts';

const ownJobs = (accountId: string) =>
  query
    .selectFrom('download_job')
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .select(['company_id', 'id', 'loan_id', 'item_ids', 'options', 'fingerprint', 'created_at'])
    .orderBy('id', 'desc');

/** Jobs of one loan, or with null of the shoebox; newest first. */
export const jobsOf = (accountId: string, loanId: string | null) =>
  ownJobs(accountId).where('loan_id', loanId === null ? 'is' : '=', loanId);

export const jobById = (accountId: string, id: string) => ownJobs(accountId).where('id', '=', id);

type JobsQuery = ReturnType<typeof ownJobs>;
export type JobRow = JobsQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export async function filesOfJobs(reads: Queries, jobs: readonly JobRow[]) {
  if (jobs.length === 0) return [];
  return reads.run(
    query
      .selectFrom('package_file')
      .where(sql<boolean>`company_id = any(${jobs.map(({ company_id }) => company_id)}::uuid[])`)
      .where(sql<boolean>`job_id = any(${jobs.map(({ id }) => id)}::uuid[])`)
      .select(fileColumns)
      .select('package_file.job_id'),
  );
}
export type JobFileRow = Awaited<ReturnType<typeof filesOfJobs>>[number];

/** Serializes this user's calls, so that each counts the jobs of the other. */
export async function lockDownloads(tx: Tx, accountId: string): Promise<void> {
  const key = `downloads ${accountId}`;
  await tx.run(
    query.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('locked')),
  );
}

/** An expired job that is built again counts too. Removing a job makes no room for another. */
export async function countOtherDownloads(tx: Tx, accountId: string, jobId: string | undefined) {
  const today = sql`now() - interval '1 day'`;
  const jobs = sql<{ id: string; is_under_way: boolean }>`(
    select id, false as is_under_way from download_job
    where account_id = ${accountId} and created_at > ${today}
    union
    select job_id, state in ('QUEUED', 'RUNNING') and not ${isSilent} from package_file
    where asked_by = ${accountId} and asked_at > ${today} and job_id is not null)`;
  const [row] = await tx.run(
    query
      .selectFrom(jobs.as('job'))
      .where(sql<boolean>`job.id is distinct from ${jobId ?? null}::uuid`)
      .select([
        sql<number>`count(distinct job.id)::int`.as('today'),
        sql<number>`(count(distinct job.id) filter (where job.is_under_way))::int`.as('under_way'),
      ]),
  );
  return { today: row?.today ?? 0, underWay: row?.under_way ?? 0 };
}

/** The job of this selection, if it exists already. */
export async function findJob(tx: Tx, accountId: string, selection: Selection) {
  const { companyId, loanId, fingerprint } = selection;
  const [row] = await tx.run(
    query
      .selectFrom('download_job')
      .where('account_id', '=', accountId)
      .where('company_id', '=', companyId)
      .where('loan_id', loanId === null ? 'is' : '=', loanId)
      .where('fingerprint', '=', fingerprint)
      .where('removed_at', 'is', null)
      .select('id'),
  );
  return row?.id;
}

export async function insertJob(tx: Tx, accountId: string, selection: Selection): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('download_job')
      .values({
        company_id: selection.companyId,
        account_id: accountId,
        loan_id: selection.loanId,
        item_ids: sql<string[]>`${[...selection.itemIds]}::uuid[]`,
        options: sql<string[]>`${chosenOptions(selection.options)}::text[]`,
        fingerprint: selection.fingerprint,
      })
      .returning('id'),
  );
  return row!.id;
}

/** Queues the file unless it is finished or in progress; a failed or expired one is built again. */
export async function queueJobFile(
  tx: Tx,
  accountId: string,
  { jobId, kind, selection }: { jobId: string; kind: PackageKind; selection: Selection },
): Promise<string | undefined> {
  const [row] = await tx.run(
    query
      .insertInto('package_file')
      .values({
        company_id: selection.companyId,
        loan_id: selection.loanId,
        job_id: jobId,
        kind,
        fingerprint: selection.fingerprint,
        plan: JSON.stringify(selection.plan),
        left_out: JSON.stringify(selection.plan.leftOut),
        asked_by: accountId,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'job_id', 'kind'])
          .where('job_id', 'is not', null)
          .doUpdateSet({
            state: 'QUEUED',
            percent: 0,
            asked_at: sql`now()`,
            touched_at: sql`now()`,
            ...restart,
          })
          .where((eb) =>
            eb.or([
              eb('package_file.state', 'in', ['FAILED', 'EXPIRED']),
              eb.and([eb('package_file.state', '=', 'READY'), isOver]),
              eb.and([eb('package_file.state', 'in', ['QUEUED', 'RUNNING']), isSilent]),
            ]),
          ),
      )
      .returning('id'),
  );
  return row?.id;
}

/** Also stops builds in progress: the worker finds its file no longer queued or running. */
export async function removeJobs(tx: Tx, jobs: readonly JobRow[]): Promise<void> {
  const companies = jobs.map(({ company_id }) => company_id);
  const ids = jobs.map(({ id }) => id);
  await tx.run(
    query
      .updateTable('package_file')
      .set({ state: 'FAILED', touched_at: sql`now()` })
      .where(sql<boolean>`company_id = any(${companies}::uuid[])`)
      .where(sql<boolean>`job_id = any(${ids}::uuid[])`)
      .where('state', 'in', ['QUEUED', 'RUNNING']),
  );
  await tx.run(
    query
      .updateTable('download_job')
      .set({ removed_at: sql`now()` })
      .where(sql<boolean>`company_id = any(${companies}::uuid[])`)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}
