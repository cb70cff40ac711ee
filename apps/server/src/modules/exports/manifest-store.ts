/** Data of a manifest besides its files, and the stored manifest of a file that is being built. */
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { ExportRef, ExportRow } from './build-store.ts';
import type { PlannedFile } from './plan.ts';

export interface SignedManifest {
  readonly manifest: string;
  /** Hex, with the id of the key. */
  readonly signature: string;
}

const fullName = sql<string>`coalesce(nullif(concat_ws(' ', person.given_name, person.family_name), ''), person.email_address)`;

/**
 * Members of the loan are named. Others act for the lender: the same export is served to every member who sees the
 * same documents, and a borrower must not learn who else works there.
 */
const nameOnLoan = (loanId: string | null) => sql<string>`case when exists (
    select from loan_role r where r.company_id = person.company_id and r.loan_id = ${loanId}::uuid
      and r.account_id = person.account_id)
  then ${fullName}
  else (select company.name from company where company.id = person.company_id) end`;

export async function manifestFacts(reads: Queries, companyId: string, row: ExportRow) {
  const approvers = [...new Set(row.plan.files.flatMap(({ approval }) => approval?.by ?? []))];
  const chainId = row.loan_id ?? row.asked_by;
  const [companies, loans, people, entries, names] = await reads.together(
    query.selectFrom('company').where('id', '=', companyId).select('name'),
    query
      .selectFrom('loan')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = ${row.loan_id}::uuid`)
      .select(['id', 'name', 'short_code']),
    query
      .selectFrom('person')
      .where('company_id', '=', companyId)
      .where('account_id', '=', row.asked_by)
      // A download of a selection is served only to the person who requested it.
      .select((row.job_id === null ? nameOnLoan(row.loan_id) : fullName).as('name')),
    query
      .selectFrom('audit_entry')
      .where('company_id', '=', companyId)
      .where('chain_id', '=', chainId)
      .orderBy('position', 'desc')
      .limit(1)
      .select(['chain_id', 'position', 'hash']),
    query
      .selectFrom('person')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`account_id = any(${approvers}::uuid[])`)
      .select(['account_id', nameOnLoan(row.loan_id).as('name')]),
  );
  const [loan] = loans;
  const [head] = entries;
  return {
    lender: companies[0]?.name ?? '',
    loan: loan ? { id: loan.id, name: loan.name, shortCode: loan.short_code } : null,
    preparedFor: people[0]?.name ?? '',
    preparedAt: new Date().toISOString(),
    auditChain: head
      ? { id: head.chain_id, position: head.position, hash: head.hash.toString('hex') }
      : null,
    /** Names by account id. */
    approvers: new Map(names.map(({ account_id, name }) => [account_id, name])),
  };
}
export type ManifestFacts = Awaited<ReturnType<typeof manifestFacts>>;

export interface Approval {
  readonly name: string;
  readonly at: string | null;
}

/** The approval as planned. An approver whom the company no longer has is shown as the lender. */
export const approvalOf = (
  { approvers, lender }: Pick<ManifestFacts, 'approvers' | 'lender'>,
  { approval }: PlannedFile,
): Approval | undefined =>
  approval && { name: approvers.get(approval.by) ?? lender, at: approval.at };

/**
 * Keeps the first attempt's manifest, because a later attempt continues its upload and must write the same bytes. If
 * the page has changed since, after an upgrade or a new key, the zip is written from the start.
 */
export async function keepManifest(
  tx: Tx,
  { companyId, packageId }: ExportRef,
  { manifest, signature }: SignedManifest,
  pageSha256: string,
): Promise<SignedManifest & { isContinued: boolean }> {
  const isKept = sql<boolean>`manifest is not null
    and manifest::jsonb -> 'page' ->> 'sha256' = ${pageSha256}`;
  const [row] = await tx.run(
    query
      .updateTable('package_file')
      .set({
        manifest: sql<string>`case when ${isKept} then manifest else ${manifest} end`,
        signature: sql<string>`case when ${isKept} then signature else ${signature} end`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .returning(['manifest', 'signature']),
  );
  const current = { manifest: row?.manifest ?? manifest, signature: row?.signature ?? signature };
  return { ...current, isContinued: current.manifest !== manifest };
}
