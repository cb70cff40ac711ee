import type { LoanType } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

export interface LoanKey {
  company_id: string;
  id: string;
}

export interface NewLoanRow {
  company_id: string;
  id: string;
  short_code: string;
  name: string;
  loan_type: LoanType;
  loan_purpose: string | null;
  amount: number | null;
  color: string;
  close_date: string | null;
  phase_id: string;
  phase_category: 'LEAD' | 'ORIGINATION' | 'PORTFOLIO' | 'ARCHIVE';
  template_id: string;
  template_version: number;
  modified_by: string;
}

/** False if another loan of the company has the code. */
export async function insertLoan(tx: Tx, loan: NewLoanRow): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('loan')
      .values(loan)
      .onConflict((conflict) => conflict.columns(['company_id', 'short_code']).doNothing())
      .returning('id'),
  );
  return rows.length === 1;
}

/** The first phase of a new loan: the first one of its stage, or of the whole pipeline if the stage has none. */
export async function findFirstPhase(
  reads: Queries,
  companyId: string,
  beginsIn: 'LEAD' | 'ORIGINATION',
) {
  const stages = [beginsIn, 'LEAD', 'ORIGINATION', 'PORTFOLIO', 'ARCHIVE'];
  const [row] = await reads.run(
    query
      .selectFrom('phase')
      .select(['id', 'category'])
      .where('company_id', '=', companyId)
      .orderBy(sql`array_position(${stages}::text[], category)`)
      .orderBy('display_order')
      .orderBy('id')
      .limit(1),
  );
  return row;
}

/** Those of these people who work for the company. */
export async function filterEmployees(
  reads: Queries,
  companyId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await reads.run(
    query
      .selectFrom('employee')
      .select('account_id')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`),
  );
  return rows.map((row) => row.account_id);
}
