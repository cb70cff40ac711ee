/** A sheet of the loan, and the company's default rows, which exist once. */
import type { Place, Target } from './target.ts';

export async function sheetOn({ server, loan, title, host }: Place): Promise<Partial<Target>> {
  const sheet = JSON.stringify({
    sources: [{ name: title.replace('HIDDEN', 'OWN'), terms: '', kind: 'LOAN', available: 1 }],
    uses: [{ name: 'Equipment', amounts: [1] }],
  });
  await server.owner.query(
    `insert into cairn.sources_uses (company_id, loan_id, sheet, modified_by) values ($1, $2, $3, $4)
     on conflict (company_id, loan_id) do update set version = 1, sheet = excluded.sheet`,
    [loan.companyId, loan.id, sheet, host.id],
  );
  await server.owner.query(
    `insert into cairn.sources_uses_template (company_id, sheet, modified_by) values ($1, $2, $3)
     on conflict (company_id) do nothing`,
    [loan.companyId, '{"sources": [], "uses": []}', host.id],
  );
  return { sheetLoanId: loan.id };
}
