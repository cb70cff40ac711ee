/** Reads how a lender presents itself in an email. */
import { sql } from 'kysely';
import type { Queries } from '../db/db.ts';
import { query } from '../db/query.ts';
import type { Officer, Sender } from './content.ts';
import { safeSenderName } from './sender-name.ts';

export type Brand = Pick<Sender, 'logo' | 'officer' | 'color' | 'legalLine'>;

const logoOf = (companyId: string) =>
  query
    .selectFrom('company_logo')
    .select(['content', 'content_type'])
    .where('company_id', '=', companyId)
    // Some mail clients do not show other formats.
    .where('content_type', 'in', ['image/png', 'image/jpeg']);

const publishedBy = (companyId: string) =>
  query
    .selectFrom('portal_settings')
    .select(['brand_color', 'legal_line'])
    .where('company_id', '=', companyId);

const officerOf = (companyId: string, loanId: string | undefined) =>
  query
    .selectFrom('loan_role as role')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'role.company_id')
        .onRef('person.account_id', '=', 'role.account_id'),
    )
    // Only employees have details.
    .innerJoin('employee_details as details', (join) =>
      join
        .onRef('details.company_id', '=', 'role.company_id')
        .onRef('details.account_id', '=', 'role.account_id'),
    )
    .innerJoin('account', (join) =>
      join.onRef('account.id', '=', 'role.account_id').on('account.closed_at', 'is', null),
    )
    .select([
      sql<string>`concat_ws(' ', person.given_name, person.family_name)`.as('name'),
      'person.email_address',
      'details.job_title',
      'details.phone',
    ])
    .where('role.company_id', '=', companyId)
    .where(sql<boolean>`role.loan_id = ${loanId ?? null}::uuid`)
    .where('role.role', '=', 'LENDER')
    .orderBy('role.created_at')
    .orderBy('role.id')
    .limit(1);

/**
 * Runs in the company's scope. The loan's officer is the first lender of its team who works there, with their
 * phone number if they have one.
 */
export async function findBrand(
  reads: Queries,
  companyId: string,
  loanId: string | undefined,
): Promise<Brand> {
  const [[logo], [published], [officer]] = await reads.together(
    logoOf(companyId),
    publishedBy(companyId),
    officerOf(companyId, loanId),
  );
  return {
    logo: logo && { content: logo.content, contentType: logo.content_type },
    color: published?.brand_color ?? undefined,
    legalLine: published?.legal_line ?? undefined,
    officer: officer && presentOfficer(officer),
  };
}

interface OfficerRow {
  name: string;
  email_address: string;
  job_title: string | null;
  phone: string | null;
}

function presentOfficer(row: OfficerRow): Officer | undefined {
  const name = safeSenderName(row.name, '');
  if (name === '') return undefined;
  return { name, jobTitle: row.job_title, phone: row.phone, emailAddress: row.email_address };
}
