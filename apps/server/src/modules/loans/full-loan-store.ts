/** Reads one loan with everything that the caller may know about it. */
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import {
  chosenLoans,
  isPinned,
  labelsOn,
  packageExtras,
  loanStanding,
  summariesOf,
  viewerOf,
  type EntityOnLoan,
  type PersonRow,
  type Viewer,
  type ViewerParams,
} from './store.ts';

/** A database function decides which entities are visible, for row security and for this query. */
const entitiesFor = (viewer: Viewer) => sql<EntityOnLoan[]>`(
  select coalesce(json_agg(json_build_object('id', le.id, 'entityId', e.id, 'name', e.name,
    'sherpaEntityType', e.kind, 'labels', le.labels) order by le.position), '[]')
  from loan_entity le
  join entity e on e.company_id = le.company_id and e.id = le.entity_id
  where le.company_id = loan.company_id and le.loan_id = loan.id
    and (${viewer !== 'party'} or app.sees_loan_entity(le.company_id, le.loan_id, le.entity_id)))`;

const personOf = (who: string) => sql<PersonRow | null>`(
  select json_build_object('accountId', p.account_id, 'givenName', p.given_name,
    'familyName', p.family_name, 'emailAddress', p.email_address)
  from person p
  where p.company_id = loan.company_id and p.account_id = ${sql.ref(who)})`;

/** Null if nothing was requested of them, which is neither 0 % nor 100 %. */
const progressOf = (viewer: Viewer, { accountId }: ViewerParams) => sql<number | null>`(
  select round((count(*) filter (where e.answered)
    + count(*) filter (where e.approved_by is not null and not e.expired)) * 50.0
    / nullif(count(*), 0))::int
  from element e
  where e.company_id = loan.company_id and e.loan_id = loan.id and e.assigned_to = ${accountId}
    and e.storage_type = 'FILE' and e.target_id is null and not e.in_trash
    and (${viewer !== 'party'} or app.sees_element(${accountId}::uuid, e)))`;

const openedBy = ({ accountId }: ViewerParams) => sql<string | null>`(
  select o.opened_at from recently_opened o
  where o.company_id = loan.company_id and o.account_id = ${accountId} and o.object_id = loan.id)`;

export async function findLoan(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(
    summariesOf(
      chosenLoans(viewerOf(actor), actor).where('loan.id', '=', id),
      viewerOf(actor),
      actor,
    )
      .innerJoin('company', 'company.id', 'loan.company_id')
      .leftJoin('loan_application as application', (join) =>
        join
          .onRef('application.company_id', '=', 'loan.company_id')
          .onRef('application.loan_id', '=', 'loan.id'),
      )
      // Row security of templates applies: callers who may not read templates get none.
      .leftJoin('template', (join) =>
        join
          .onRef('template.company_id', '=', 'loan.company_id')
          .onRef('template.id', '=', 'loan.template_id'),
      )
      .leftJoin('template_version', (join) =>
        join
          .onRef('template_version.company_id', '=', 'loan.company_id')
          .onRef('template_version.template_id', '=', 'loan.template_id')
          .onRef('template_version.version', '=', 'loan.template_version'),
      )
      .select(['company.name as company_name', 'loan.held_status', 'loan.archived_from'])
      .select([
        'template.id as template_id',
        'template.name as template_name',
        'template_version.version as template_version',
        'template_version.name as template_project_name',
        'application.template_name as applied_template_name',
        personOf('loan.modified_by').as('modified_by'),
        progressOf(viewerOf(actor), actor).as('user_progress'),
        openedBy(actor).as('opened_at'),
        sql<number>`app.shoebox_count(loan.company_id, loan.id)`.as('in_shoebox'),
      ])
      .select([
        'application.state as application_state',
        'application.submitted_at',
        'application.review_started_at',
        'application.response_at',
        personOf('application.referred_to').as('referred_to'),
      ])
      .select('loan.review_status')
      .select(packageExtras(viewerOf(actor), actor))
      .select(loanStanding(actor))
      .select(labelsOn.as('labels'))
      .select(isPinned(actor.accountId).as('pinned'))
      .select(entitiesFor(viewerOf(actor)).as('entities')),
  );
  return row;
}
export type FullLoan = NonNullable<Awaited<ReturnType<typeof findLoan>>>;
