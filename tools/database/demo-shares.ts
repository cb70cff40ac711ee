/** A document that two loans of the lender need: it is requested on one loan and shared with the other. */
import { newId } from '@cairn/server/platform/ids';
import type { Account, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

const SHARED = { title: 'Letter of intent', from: 'LKSP-2041', with: 'RDFN-2071' };

export async function shareDocuments(
  client: pg.Client,
  loans: ReadonlyMap<string, Loan>,
  by: Account,
): Promise<void> {
  const [from, to] = [loans.get(SHARED.from)!, loans.get(SHARED.with)!];
  await client.query(
    `insert into cairn.element_share (company_id, id, loan_id, element_id, target_loan_id, created_by)
     select company_id, $1, loan_id, id, $2, $3 from cairn.element where loan_id = $4 and title = $5`,
    [newId(), to.id, by.id, from.id, SHARED.title],
  );
}
