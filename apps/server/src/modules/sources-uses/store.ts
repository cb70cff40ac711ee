import type { Sheet } from '@cairn/contract/sources-uses-terms';
import { sql, type InferResult } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { LoanStanding } from '../loans/index.ts';

type OnLoan = Pick<LoanStanding, 'company_id' | 'id'>;

/** The caller must have checked that the loan is visible. Includes who saved the sheet last. */
export const sheetOf = (loan: OnLoan) =>
  query
    .selectFrom('sources_uses as s')
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 's.company_id')
        .onRef('person.account_id', '=', 's.modified_by'),
    )
    .select([
      's.version',
      sql<Sheet>`s.sheet`.as('sheet'),
      's.modified_by',
      's.modified_at',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .where('s.company_id', '=', loan.company_id)
    .where('s.loan_id', '=', loan.id);

/** Returns those of the ids that are requests of the loan. */
export const requestsAmong = (loan: OnLoan, ids: readonly string[]) =>
  query
    .selectFrom('element')
    .select('id')
    .where('company_id', '=', loan.company_id)
    .where('loan_id', '=', loan.id)
    .where('storage_type', '=', 'FILE')
    .where(sql<boolean>`id = any(${ids}::uuid[])`);

/** The company's own starting rows, if it saved some. */
export const templateFor = (loan: OnLoan) =>
  query.selectNoFrom(
    sql<Sheet | null>`app.sources_uses_template_of(${loan.company_id}::uuid)`.as('sheet'),
  );

/** The spreadsheet that the company chose. A file of a loan is never used for another loan. */
export const templateFileOf = (companyId: string) =>
  query
    .selectFrom('company')
    .innerJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'company.id')
        .onRef('document.id', '=', 'company.excel_template_id'),
    )
    .select([
      'document.company_id',
      'document.id',
      'document.version',
      'document.vault_key',
      'document.sha256',
      'document.chunk_sha256',
      'document.size',
      'document.virus_scan_state',
    ])
    .where('company.id', '=', companyId)
    .where('document.loan_id', 'is', null)
    .where('document.private_to', 'is', null)
    .where('document.removed_at', 'is', null);

/** Whether the company chose a spreadsheet, usable or not. The caller must work for the company. */
export const chosenTemplateOf = (companyId: string) =>
  query
    .selectFrom('company')
    .select('excel_template_id')
    .where('id', '=', companyId)
    .where('excel_template_id', 'is not', null);

export type TemplateFile = InferResult<ReturnType<typeof templateFileOf>>[number];

/** Returns false if another version was saved meanwhile. */
export async function saveSheet(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'write', OnLoan>,
  { version, sheet }: { version: number; sheet: Sheet },
): Promise<boolean> {
  const values = { sheet: JSON.stringify(sheet), modified_by: actor.accountId };
  const rows =
    version === 0
      ? await tx.run(
          query
            .insertInto('sources_uses')
            .values({ company_id: loan.company_id, loan_id: loan.id, ...values })
            .onConflict((conflict) => conflict.columns(['company_id', 'loan_id']).doNothing())
            .returning('version'),
        )
      : await tx.run(
          query
            .updateTable('sources_uses')
            .set({ ...values, version: version + 1, modified_at: sql`now()` })
            .where('company_id', '=', loan.company_id)
            .where('loan_id', '=', loan.id)
            .where('version', '=', version)
            .returning('version'),
        );
  return rows.length > 0;
}

export async function saveTemplate(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'saveTemplate', OnLoan>,
  sheet: Sheet,
): Promise<void> {
  const values = { sheet: JSON.stringify(sheet), modified_by: actor.accountId };
  await tx.run(
    query
      .insertInto('sources_uses_template')
      .values({ company_id: loan.company_id, ...values })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet({ ...values, modified_at: sql`now()` }),
      ),
  );
}
