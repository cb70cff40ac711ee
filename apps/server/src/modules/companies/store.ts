import { FOUR_EYES_END_HOURS, type OwnApplicationRoles, type PhaseCategory } from '@cairn/contract';
import type { ReleasePhase } from '@cairn/contract/template-terms';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import type { PlacedPhase } from './phase-order.ts';

const holdsRole = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'company'>) =>
  eb.exists(
    eb
      .selectFrom('loan_role')
      .whereRef('loan_role.company_id', '=', 'company.id')
      .where('loan_role.account_id', '=', actor.accountId)
      .where(sql`app.level_of(loan_role.role)`, '=', actor.roleLevel)
      .select('loan_role.id'),
  );

/** Staff see their own company; others the companies on whose loans they hold a role. */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'company'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('company.id', '=', actor.companyId);
  return holdsRole(actor)(eb);
};

/** The base of every query of a company and its data. */
const visibleCompanies = (actor: Actor) =>
  query.selectFrom('company').where('company.id', '!=', PLATFORM_COMPANY).where(visible(actor));

const summary = [
  'company.id',
  'company.name',
  'company.subdomain',
  'company.logo_version',
] as const;

export const companyById = (actor: Actor, id: string) =>
  visibleCompanies(actor)
    .where('company.id', '=', id)
    .select(summary)
    .select([
      'company.four_eyes_approval',
      'company.password_expiry_days',
      'company.quiet_from',
      'company.quiet_until',
      'company.timezone_id',
      'company.application_roles',
      'company.plan_name',
      'company.plan_max_active_loans',
      'company.plan_features',
      'company.excel_template_id',
    ])
    .select((eb) =>
      eb
        .selectFrom('employee')
        .whereRef('employee.company_id', '=', 'company.id')
        .where('employee.account_id', '=', actor.accountId)
        .select('employee.level')
        .as('my_level'),
    );

export async function findCompany(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(companyById(actor, id));
  return row;
}
export type CompanyRow = NonNullable<Awaited<ReturnType<typeof findCompany>>>;
export type SummaryRow = Pick<CompanyRow, 'id' | 'name' | 'subdomain' | 'logo_version'>;

/** Serializes changes of a company and its phases. */
export async function lockCompany(tx: Tx, actor: Actor, id: string) {
  const [row] = await tx.run(companyById(actor, id).forNoKeyUpdate('company'));
  return row;
}

export interface CompanyCursor {
  name: string;
  id: string;
}

const byName = sql<string>`lower(company.name)`;

export const companiesByName = (
  actor: Actor,
  {
    search,
    after,
    limit,
  }: { search: string | undefined; after: CompanyCursor | undefined; limit: number },
) => {
  let all = visibleCompanies(actor).select(summary).select(byName.as('sort_name'));
  if (search) {
    const literally = `%${search.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
    all = all.where((eb) =>
      eb.or([eb(byName, 'like', literally), eb('company.subdomain', 'like', literally)]),
    );
  }
  if (after) all = all.where(sql<boolean>`(${byName}, company.id) > (${after.name}, ${after.id})`);
  return all.orderBy(byName).orderBy('company.id').limit(limit);
};

/** Companies of the loans on which the caller has a role, at any role level. */
export const companiesOfLoans = (actor: Actor) =>
  visibleCompanies(actor)
    .where(holdsRole(actor))
    .select(summary)
    .orderBy(byName)
    .orderBy('company.id');

export const employeesOf = (companyId: string) =>
  query
    .selectFrom('employee')
    .innerJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'employee.company_id')
        .onRef('person.account_id', '=', 'employee.account_id'),
    )
    .where('employee.company_id', '=', companyId)
    .select(['employee.account_id', 'person.given_name', 'person.family_name'])
    .orderBy('person.family_name')
    .orderBy('person.given_name')
    .orderBy('employee.account_id');

interface Branding {
  id: string;
  name: string;
  logo_version: string | null;
}
export const selectBranding = (companyId: string) =>
  query
    .selectFrom(sql<Branding>`app.branding_of(${companyId})`.as<'company'>(sql`company`))
    .selectAll();
export const selectBrandingBySubdomain = (subdomain: string) =>
  query
    .selectFrom(sql<Branding>`app.branding_at(${subdomain})`.as<'company'>(sql`company`))
    .selectAll();

interface Logo {
  content_type: string;
  content: Buffer;
  logo_version: string;
}
export const logoOf = (companyId: string) =>
  query.selectFrom(sql<Logo>`app.logo_of(${companyId})`.as<'logo'>(sql`logo`)).selectAll();

export async function isSubdomainTaken(
  reads: Queries,
  subdomain: string,
  besides: string | null,
): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`app.subdomain_taken(${subdomain}::text, ${besides}::uuid)`.as('taken'),
    ),
  );
  return row!.taken;
}

export interface CompanyChange {
  name?: string | undefined;
  subdomain?: string | null | undefined;
  four_eyes_approval?: boolean | undefined;
  password_expiry_days?: number | null | undefined;
  quiet_from?: string | null | undefined;
  quiet_until?: string | null | undefined;
  timezone_id?: string | null | undefined;
  application_roles?: OwnApplicationRoles | undefined;
  logo_version?: string | null | undefined;
  excel_template_id?: string | undefined;
}

/** Only the given columns are written. */
type ToEdit = Authorized<'edit', { id: string }>;

export async function saveCompany(
  tx: Tx,
  { id: companyId }: ToEdit,
  change: CompanyChange,
): Promise<void> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return;
  const changed = Object.fromEntries(entries) as {
    [K in keyof CompanyChange]: Exclude<CompanyChange[K], undefined>;
  };
  await tx.run(query.updateTable('company').set(changed).where('id', '=', companyId));
}

/** After it is turned off, four-eyes approval applies for another day, so that the other owners can notice. */
export async function delayFourEyesEnd(
  tx: Tx,
  { id: companyId }: ToEdit,
  off: boolean,
): Promise<void> {
  await tx.run(
    query
      .updateTable('company')
      .set({
        four_eyes_until: off
          ? sql<string>`now() + make_interval(hours => ${FOUR_EYES_END_HOURS})`
          : null,
      })
      .where('id', '=', companyId),
  );
}

export async function saveLogo(
  tx: Tx,
  { id: companyId }: ToEdit,
  logo: { type: string; content: Buffer } | null,
): Promise<void> {
  if (!logo) {
    await tx.run(query.deleteFrom('company_logo').where('company_id', '=', companyId));
    return;
  }
  const fresh = {
    content_type: logo.type,
    content: logo.content,
    modified_at: sql<string>`now()`,
  };
  await tx.run(
    query
      .insertInto('company_logo')
      .values({ company_id: companyId, ...fresh })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(fresh)),
  );
}

/** The caller must have checked that the company is visible. */
export const phasesOf = (companyId: string) =>
  query
    .selectFrom('phase')
    .leftJoin('phase_total', (join) =>
      join
        .onRef('phase_total.company_id', '=', 'phase.company_id')
        .onRef('phase_total.phase_id', '=', 'phase.id'),
    )
    .select([
      'phase.company_id',
      'phase.id',
      'phase.name',
      'phase.category',
      'phase.display_order',
      'phase.releases',
      'phase.servicing',
      'phase_total.loans',
      'phase_total.amount',
    ])
    .where('phase.company_id', '=', companyId)
    .orderBy(sql`array_position(array['LEAD', 'ORIGINATION', 'PORTFOLIO'], phase.category)`)
    .orderBy('phase.display_order');
export interface PhaseRow {
  company_id: string;
  id: string;
  name: string;
  category: PhaseCategory;
  display_order: number;
  releases: ReleasePhase | null;
  servicing: boolean;
  loans: number | null;
  amount: number | null;
}

/** The companies of these phases, one row for each phase that the caller sees. */
export const companiesOfPhases = (actor: Actor, ids: readonly string[]) =>
  visibleCompanies(actor)
    .innerJoin('phase', 'phase.company_id', 'company.id')
    .where('phase.id', 'in', ids)
    .select(['company.id', 'phase.id as phase_id']);

const asRows = (phases: readonly PlacedPhase[]) =>
  sql<{
    id: string;
    name: string;
    category: PhaseCategory;
    place: number;
    releases: ReleasePhase | null;
    servicing: boolean;
  }>`unnest(
    ${phases.map(({ id }) => id)}::uuid[], ${phases.map(({ name }) => name)}::text[],
    ${phases.map(({ category }) => category)}::text[],
    ${phases.map(({ displayOrder }) => displayOrder)}::int[],
    ${phases.map(({ releases }) => releases ?? null)}::text[],
    ${phases.map(({ servicing }) => servicing ?? false)}::boolean[])`.as<'given'>(
    sql`given (id, name, category, place, releases, servicing)`,
  );

export async function insertPhases(
  tx: Tx,
  companyId: string,
  phases: readonly PlacedPhase[],
): Promise<void> {
  await tx.run(
    query
      .insertInto('phase')
      .columns(['company_id', 'id', 'name', 'category', 'display_order', 'releases', 'servicing'])
      .expression(
        query
          .selectFrom(asRows(phases))
          .select([
            sql<string>`${companyId}::uuid`.as('company_id'),
            'given.id',
            'given.name',
            'given.category',
            'given.place',
            'given.releases',
            'given.servicing',
          ]),
      ),
  );
}

export async function updatePhases(
  tx: Tx,
  { id: companyId }: ToEdit,
  phases: readonly PlacedPhase[],
): Promise<void> {
  await tx.run(
    query
      .updateTable('phase')
      .from(asRows(phases))
      .set((eb) => ({
        name: eb.ref('given.name'),
        category: eb.ref('given.category'),
        display_order: eb.ref('given.place'),
        releases: eb.ref('given.releases'),
        servicing: eb.ref('given.servicing'),
      }))
      .whereRef('phase.id', '=', 'given.id')
      .where('phase.company_id', '=', companyId),
  );
}

export async function deletePhasesById(
  tx: Tx,
  { id: companyId }: ToEdit,
  ids: readonly string[],
): Promise<void> {
  await tx.run(
    query.deleteFrom('phase').where('company_id', '=', companyId).where('id', 'in', ids),
  );
}

export const subrolesOf = (companyId: string) =>
  query
    .selectFrom('contact_subrole')
    .select(['company_id', 'id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(name)`);

export async function insertSubrole(
  tx: Tx,
  subrole: { companyId: string; id: string; name: string },
): Promise<void> {
  await tx.run(
    query
      .insertInto('contact_subrole')
      .values({ company_id: subrole.companyId, id: subrole.id, name: subrole.name }),
  );
}

export async function renameSubrole(
  tx: Tx,
  { id: companyId }: ToEdit,
  subrole: { id: string; name: string },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('contact_subrole')
      .set({ name: subrole.name })
      .where('company_id', '=', companyId)
      .where('id', '=', subrole.id)
      .returning('id'),
  );
  return rows.length === 1;
}

export async function findCompanyDocument(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .select(['id', 'name', 'virus_scan_state', 'loan_id', 'private_to'])
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('removed_at', 'is', null),
  );
  return row;
}

/** False if another company has the subdomain. */
export async function insertCompany(
  tx: Tx,
  company: { id: string; name: string; subdomain: string },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('company')
      .values(company)
      .onConflict((conflict) => conflict.column('subdomain').doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}
