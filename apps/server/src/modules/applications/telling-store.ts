/** For the letters: the work reads as the company itself. */
import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { ApplicationNews } from './telling.ts';

export async function whoHears(
  reads: Queries,
  { loanId, news, by }: ApplicationNews,
): Promise<string[]> {
  const rows = await reads.run(
    query
      .selectFrom(
        sql<{ account_id: string }>`app.hear_of_application(${loanId}::uuid, ${news},
          ${by}::uuid)`.as<'ear'>(sql`ear (account_id)`),
      )
      .select('ear.account_id'),
  );
  return rows.map((row) => row.account_id);
}

export async function findNews(reads: Queries, companyId: string, loanId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('loan_application as application')
      .innerJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'application.company_id')
          .onRef('loan.id', '=', 'application.loan_id'),
      )
      .innerJoin('company', 'company.id', 'application.company_id')
      .select([
        'application.company_id',
        'application.loan_id',
        'application.state',
        'application.response_message',
        'loan.name',
        'company.name as company_name',
        sql<string | null>`(select nullif(concat_ws(' ', p.given_name, p.family_name), '')
          from loan_role r
          join person p on p.company_id = r.company_id and p.account_id = r.account_id
          where r.company_id = application.company_id and r.loan_id = application.loan_id
            and r.role = 'LEAD_BORROWER' order by r.created_at, r.id limit 1)`.as('lead_name'),
      ])
      .where('application.company_id', '=', companyId)
      .where('application.loan_id', '=', loanId),
  );
  return row;
}
export type News = NonNullable<Awaited<ReturnType<typeof findNews>>>;
