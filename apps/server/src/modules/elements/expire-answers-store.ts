/** Marks answers past their expiration date as expired; run by the application, company by company. */
import { sql } from 'kysely';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { forEachCompany } from '../../platform/for-each-company.ts';
import { recordEvent } from '../../platform/record-event.ts';

export async function expireAnswers(db: Db): Promise<number> {
  const companies = await db
    .reads(anonymous)
    .run(query.selectNoFrom(sql<string>`app.companies_with_expired_answers()`.as('company_id')));
  return forEachCompany(
    companies.map(({ company_id }) => company_id),
    (companyId) => db.write({ kind: 'company', companyId }, (tx) => expireOf(tx, companyId)),
  );
}

/** Locks loans first and in order, like every writer of a package. */
async function expireOf(tx: Tx, companyId: string): Promise<number> {
  const due = sql<boolean>`element.expiration_date < current_date and not element.expired
    and element.answered`;
  await tx.run(
    query
      .selectFrom('loan')
      .where('company_id', '=', companyId)
      .where(
        sql<boolean>`id in (select element.loan_id from element
          where element.company_id = ${companyId} and ${due})`,
      )
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate(),
  );
  const rows = await tx.run(
    query
      .updateTable('element')
      .set({
        expired: true,
        version: sql`version + 1`,
        answer_version: sql`version + 1`,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', companyId)
      .where(due)
      .returning(['id', 'loan_id', 'kept', 'private']),
  );
  for (const [loanId, loanRows] of Map.groupBy(rows, ({ loan_id }) => loan_id)) {
    recordEvent(tx, {
      kind: 'answer.expired',
      companyId,
      loanId,
      staffOnly: loanRows.every((row) => row.kept || row.private),
      changes: ['element', 'loan', 'loanList'],
      detail: { elementIds: loanRows.map(({ id }) => id) },
    });
  }
  return rows.length;
}

export interface ExpiryActivities {
  /** Returns how many answers expired. */
  expireDueAnswers(): Promise<number>;
}

/** Idempotent: marked answers are not found again. */
export const expiryActivities = (db: Db): ExpiryActivities => ({
  expireDueAnswers: () => expireAnswers(db),
});
