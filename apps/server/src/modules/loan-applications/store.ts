import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { visibleElement } from '../elements/index.ts';
import { viewerOf, visibleLoans, type PersonRow } from '../loans/index.ts';

const personAs = sql`json_build_object('accountId', p.account_id, 'givenName', p.given_name,
  'familyName', p.family_name, 'emailAddress', p.email_address)`;

/** The first lead borrower; null until an invited one has accepted. */
const leadBorrower = sql<PersonRow | null>`(
  select ${personAs} from loan_role r
  join person p on p.company_id = r.company_id and p.account_id = r.account_id
  where r.company_id = loan.company_id and r.loan_id = loan.id and r.role = 'LEAD_BORROWER'
  order by r.created_at, r.id limit 1)`;
const referredTo = sql<PersonRow | null>`(
  select ${personAs} from person p
  where p.company_id = loan.company_id and p.account_id = application.referred_to)`;
const leaders = sql<string[]>`array(
  select r.account_id from loan_role r
  where r.company_id = loan.company_id and r.loan_id = loan.id and r.role = 'LEAD_BORROWER')`;
/** For the company's own employees only: users outside must not see who works there. */
const taken = sql<boolean>`exists (
  select from loan_role r
  join employee e on e.company_id = r.company_id and e.account_id = r.account_id
  where r.company_id = loan.company_id and r.loan_id = loan.id
    and app.level_of(r.role) = 'LENDER')`;

/** The base of every query of applications, which are visible like their loans. */
export const visibleApplications = (actor: Actor) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('loan_application as application', (join) =>
      join
        .onRef('application.company_id', '=', 'loan.company_id')
        .onRef('application.loan_id', '=', 'loan.id'),
    )
    .innerJoin('company', 'company.id', 'loan.company_id')
    .select([
      'loan.company_id',
      'loan.id',
      'company.name as company_name',
      'loan.short_code',
      'loan.name',
      'loan.status',
      'loan.loan_type',
      'loan.loan_purpose',
      'loan.amount',
      'application.state',
      'application.created_at',
      'application.submitted_at',
      'application.review_started_at',
      'application.response_at',
      leadBorrower.as('lead_borrower'),
    ]);
type SummaryQuery = ReturnType<typeof visibleApplications>;
export type SummaryRow = SummaryQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export async function findApplication(reads: Queries, actor: Actor, loanId: string) {
  const [row] = await reads.run(
    visibleApplications(actor)
      .where('loan.id', '=', loanId)
      .select([
        'loan.template_id',
        'loan.phase_category',
        'company.application_roles',
        'application.template_name',
        'application.response_message',
        referredTo.as('referred_to'),
        leaders.as('leaders'),
        taken.as('taken'),
      ]),
  );
  return row;
}
export type ApplicationRow = NonNullable<Awaited<ReturnType<typeof findApplication>>>;

interface OnLoan {
  company_id: string;
  id: string;
}

/** Who confirmed which version of their information, and whether it is still the current one. */
export async function statementsOn(reads: Queries, { company_id, id }: OnLoan) {
  return reads.run(
    query
      .selectFrom('application_person')
      .select([
        'entity_id',
        'own_info_submitted_at',
        'invitation_id',
        sql<boolean>`app.changed_by_others(company_id, entity_id, own_info_version)`.as(
          'overtaken',
        ),
      ])
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id),
  );
}

/** Addresses of open invitations to this loan that the caller sees. */
export async function invitedAddresses(reads: Queries, { company_id, id }: OnLoan) {
  const rows = await reads.run(
    query
      .selectFrom('invitation')
      .select(sql<string>`lower(email_address)`.as('address'))
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('sends', '>', 0)
      .where('accepted_at', 'is', null)
      .where('declined_at', 'is', null)
      .where('removed_at', 'is', null)
      .where('expires_at', '>', sql<string>`now()`),
  );
  return new Set(rows.map(({ address }) => address));
}

/** Requests that belong to an application: by their flag, or by the place in which they are shown. */
const goesWithIt = sql<boolean>`(element.flags && array['APPLY_NOW']
  or element.locations && array['APPLICATION'])`;

export async function documentsOf(reads: Queries, actor: Actor, loanId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('element')
      .where(visibleElement(actor))
      .where('element.loan_id', '=', loanId)
      .where('element.storage_type', '=', 'FILE')
      .where('element.target_id', 'is', null)
      .where('element.in_trash', '=', false)
      .where(goesWithIt)
      .select([
        sql<number>`count(*)::int`.as('asked'),
        sql<number>`count(*) filter (where element.answered)::int`.as('answered'),
      ]),
  );
  return row!;
}

// Writing -----------------------------------------------------------------------------------------------

export async function insertApplication(
  tx: Tx,
  { company_id, id }: OnLoan,
  origin: { templateName: string; actorId: string },
): Promise<void> {
  await tx.run(
    query.insertInto('loan_application').values({
      company_id,
      loan_id: id,
      template_name: origin.templateName,
      created_by: origin.actorId,
    }),
  );
}

type Step =
  | { state: 'SUBMITTED'; at: 'submitted_at' }
  | { state: 'IN_REVIEW'; at: 'review_started_at' }
  | { state: 'ACCEPTED' | 'REJECTED'; at: 'response_at' };
interface Answer {
  response_message?: string | null;
  referred_to?: string | null;
}

/** The caller holds the loan's lock, so steps are serialized. */
export async function saveApplicationStep(
  tx: Tx,
  { company_id, id }: Authorized<string, OnLoan>,
  { state, at }: Step,
  answer: Answer = {},
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_application')
      .set({ ...answer, state, [at]: sql`now()` })
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id),
  );
}

/** Columns for the version that was confirmed as complete. */
export const ownInfoPatch = (version: number) => ({
  own_info_submitted_at: sql<string>`now()`,
  own_info_version: version,
});

export async function savePerson(
  tx: Tx,
  { company_id, id }: Authorized<string, OnLoan>,
  entityId: string,
  change: ReturnType<typeof ownInfoPatch> | { invitation_id: string },
): Promise<void> {
  await tx.run(
    query
      .insertInto('application_person')
      .values({ company_id, loan_id: id, entity_id: entityId, ...change })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'loan_id', 'entity_id']).doUpdateSet(change),
      ),
  );
}

/**
 * The number of a user's drafts at a lender, including those withdrawn or submitted of the last day, so that neither makes
 * room for another before an employee opens it. Serializes calls of the same user, so that each counts the other's.
 */
export async function draftsOf(tx: Tx, companyId: string, accountId: string): Promise<number> {
  const key = `applications ${companyId} ${accountId}`;
  await tx.run(
    query.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('locked')),
  );
  const [row] = await tx.run(
    query
      .selectFrom('loan_application as application')
      .innerJoin('loan', (join) =>
        join
          .onRef('loan.company_id', '=', 'application.company_id')
          .onRef('loan.id', '=', 'application.loan_id'),
      )
      .where('application.company_id', '=', companyId)
      .where('application.created_by', '=', accountId)
      .where((eb) =>
        eb.or([
          eb('application.state', '=', 'DRAFT').and('loan.status', '!=', 'WITHDRAWN'),
          eb('application.created_at', '>', sql<string>`now() - interval '1 day'`).and(
            eb.or([
              eb('loan.status', '=', 'WITHDRAWN'),
              eb('application.review_started_at', 'is', null),
            ]),
          ),
        ]),
      )
      .select(sql<number>`count(*)::int`.as('drafts')),
  );
  return row!.drafts;
}

/** The phase of an accepted application. */
export async function firstOrigination(reads: Queries, companyId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('phase')
      .select('id')
      .where('company_id', '=', companyId)
      .where('category', '=', 'ORIGINATION')
      .orderBy('display_order')
      .orderBy('id')
      .limit(1),
  );
  return row?.id;
}

/** The lender's data for an applicant. Runs in the lender's scope, or for a caller who works there. */
export async function findLender(reads: Queries, companyId: string, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .leftJoin('employee', (join) =>
        join
          .onRef('employee.company_id', '=', 'company.id')
          .on('employee.account_id', '=', accountId),
      )
      .select(['company.id', 'employee.level as my_level'])
      .where('company.id', '=', companyId),
  );
  return row;
}
