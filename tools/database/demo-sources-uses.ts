/** A balanced sources and uses sheet for the demo's bakery. */
import type { Sheet } from '@cairn/contract/sources-uses-terms';
import type { Account, Loan } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

const SHEET: Sheet = {
  sources: [
    { name: 'SBA 7(a)', terms: '10 years', kind: 'LOAN', available: 1_850_000 },
    { name: 'Seller note', terms: 'Full standby', kind: 'OTHER', available: 130_000 },
    { name: 'Equity', terms: 'Cash', kind: 'EQUITY', available: 220_000 },
  ],
  uses: [
    { name: 'Business purchase', amounts: [1_120_000, 130_000, 150_000] },
    { name: 'Equipment', amounts: [310_000, 0, 0] },
    { name: 'Leasehold improvements', amounts: [165_000, 0, 0] },
    { name: 'Inventory', amounts: [95_000, 0, 0] },
    { name: 'Working capital', amounts: [110_000, 0, 40_000] },
    { name: 'SBA guaranty fee', amounts: [49_531, 0, 0] },
    { name: 'Closing costs', amounts: [469, 0, 30_000] },
  ],
};

/** Requests whose documents prove the cost of a use. */
const DOCUMENTS: Record<string, string> = {
  'Business purchase': 'Purchase agreement',
  Equipment: 'Equipment list with serial numbers',
  'Working capital': 'Business plan with projections',
};

export async function fillSheet(client: pg.Client, loan: Loan, by: Account): Promise<void> {
  const { rows } = await client.query<{ id: string; title: string }>(
    `select id, title from cairn.element where company_id = $1 and loan_id = $2 and title = any($3)`,
    [loan.companyId, loan.id, Object.values(DOCUMENTS)],
  );
  const idOf = (use: string) => rows.find(({ title }) => title === DOCUMENTS[use])?.id ?? null;
  const uses = SHEET.uses.map((use) => ({ ...use, elementId: idOf(use.name) }));
  await client.query(
    `insert into cairn.sources_uses (company_id, loan_id, sheet, modified_by, modified_at)
     values ($1, $2, $3, $4, now() - interval '2 days')`,
    [loan.companyId, loan.id, JSON.stringify({ ...SHEET, uses }), by.id],
  );
}
