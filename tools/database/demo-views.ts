import { newId } from '@cairn/server/platform/ids';
import type { Account, Company, Phase } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

/** Saved pipeline views of the first lender. */
const VIEWS = [
  {
    name: 'Early SBA',
    layout: 'LIST',
    phases: ['Application', 'Document collection', 'Underwriting'],
    types: ['SBA_7A', 'SBA_7A_SMALL', 'SBA_EXPRESS', 'SBA_504'],
  },
  {
    name: 'Near closing',
    layout: 'BOARD',
    phases: ['Credit approval', 'Commitment', 'Closing'],
    types: [],
  },
] as const;

export async function keepViews(
  client: pg.Client,
  company: Company,
  by: Account,
  phases: ReadonlyMap<string, Phase>,
): Promise<void> {
  for (const { name, layout, phases: phaseNames, types } of VIEWS) {
    await client.query(
      `insert into cairn.loan_view (company_id, account_id, id, name, section, layout, direction,
         phase_ids, loan_types) values ($1, $2, $3, $4, 'origination', $5, 'asc', $6, $7)`,
      [
        company.id,
        by.id,
        newId(),
        name,
        layout,
        phaseNames.map((each) => phases.get(each)!.id),
        types,
      ],
    );
  }
}
