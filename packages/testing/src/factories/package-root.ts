import { newId } from '@cairn/server/platform/ids';
import type pg from 'pg';
import type { Element, Loan } from './shapes.ts';

/** The root of a loan's package; it is created with the first element. */
export async function packageOf(client: pg.Client | pg.Pool, loan: Loan): Promise<Element> {
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into cairn.element (company_id, id, loan_id, title, storage_type)
       values ($1, $2, $3, 'Package', 'FOLDER')
       on conflict (company_id, loan_id) where parent_id is null do nothing returning id
     )
     select id from made union all
     select id from cairn.element where company_id = $1 and loan_id = $3 and parent_id is null`,
    [loan.companyId, newId(), loan.id],
  );
  return { companyId: loan.companyId, loanId: loan.id, id: rows[0]!.id, title: 'Package' };
}
