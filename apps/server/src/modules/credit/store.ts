import {
  CREDIT_CONSENT_VERSION,
  type AdverseActionReason,
  type CreditFailure,
  type CreditService,
} from '@cairn/contract';
import type { CreditTier } from '@cairn/contract/field-checks';
import type { EntityKind, Information } from '@cairn/contract/entity-fields';
import { sql } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Sealed } from '../../platform/company-keys.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { loanStanding, viewerOf, visibleLoans } from '../loans/index.ts';

interface LoanRef {
  readonly company_id: string;
  readonly id: string;
}

export type RunState = 'SCHEDULED' | 'RUNNING' | 'DONE' | 'FAILED';

export interface Consent {
  readonly accountId: string;
  readonly givenAt: string;
}

/** The individuals among these entities who consented to the current text. */
export async function consentsOf(
  reads: Queries,
  companyId: string,
  entityIds: readonly string[],
): Promise<Map<string, Consent>> {
  const rows = await reads.run(
    query
      .selectFrom(
        sql<{ id: string }>`unnest(${[...entityIds]}::uuid[])`.as<'asked'>(sql`asked (id)`),
      )
      .innerJoinLateral(
        sql<{ account_id: string | null; given_at: string | null }>`app.credit_consent_of(
          ${companyId}::uuid, asked.id, ${CREDIT_CONSENT_VERSION})`.as<'consent'>(sql`consent`),
        (join) => join.onTrue(),
      )
      .select(['asked.id', 'consent.account_id', 'consent.given_at']),
  );
  return new Map(
    rows.flatMap(({ id, account_id, given_at }) =>
      account_id && given_at ? [[id, { accountId: account_id, givenAt: given_at }] as const] : [],
    ),
  );
}

interface NamedPerson {
  accountId: string;
  givenName: string | null;
  familyName: string | null;
  emailAddress: string;
}

/** All runs of a loan, newest first, without the reports. */
export const runsOf = ({ company_id, id }: LoanRef) =>
  query
    .selectFrom('credit_run as run')
    .where('run.company_id', '=', company_id)
    .where('run.loan_id', '=', id)
    .select([
      'run.id',
      'run.entity_id',
      sql<CreditService>`run.service`.as('service'),
      sql<RunState>`run.state`.as('state'),
      sql<CreditFailure | null>`run.failure`.as('failure'),
      sql<CreditTier | null>`run.credit_tier`.as('credit_tier'),
      'run.flags',
      'run.scheduled_at',
      'run.finished_at',
      sql<boolean>`run.scheduled_at < now() - interval '24 hours'`.as('is_old'),
      sql<NamedPerson | null>`(
        select jsonb_build_object('accountId', p.account_id, 'givenName', p.given_name,
          'familyName', p.family_name, 'emailAddress', p.email_address)
        from person p where p.company_id = run.company_id and p.account_id = run.scheduled_by)`.as(
        'scheduled_by',
      ),
    ])
    .orderBy('run.id', 'desc')
    .limit(2000);
export type RunRow = Awaited<ReturnType<typeof listRuns>>[number];
export const listRuns = (reads: Queries, loan: LoanRef) => reads.run(runsOf(loan));

export interface NewRun {
  readonly id: string;
  readonly entityId: string;
  readonly service: CreditService;
  readonly scheduledBy: string | null;
  readonly consent: Consent | null;
}

/** Returns false if another run of the same service and subject is in progress. */
export async function insertRun(tx: Tx, loan: LoanRef, run: NewRun): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('credit_run')
      .values({
        company_id: loan.company_id,
        id: run.id,
        loan_id: loan.id,
        entity_id: run.entityId,
        service: run.service,
        scheduled_by: run.scheduledBy,
        consent_account_id: run.consent?.accountId ?? null,
        consent_version: run.consent ? CREDIT_CONSENT_VERSION : null,
        consent_at: run.consent?.givenAt ?? null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

/** Returns a report on a loan that the caller sees, with their standing on the loan. */
export async function findReport(reads: Queries, actor: Actor, id: string) {
  // Matches row security: administrators see no reports.
  if (isPlatformAdmin(actor)) return undefined;
  const [row] = await reads.run(
    visibleLoans(viewerOf(actor), actor)
      .innerJoin('credit_run as run', (join) =>
        join.onRef('run.company_id', '=', 'loan.company_id').onRef('run.loan_id', '=', 'loan.id'),
      )
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'run.company_id')
          .onRef('entity.id', '=', 'run.entity_id'),
      )
      .where('run.id', '=', id)
      .where('run.state', '=', 'DONE')
      .select([
        'run.id',
        'run.company_id',
        'run.loan_id',
        'run.entity_id',
        sql<CreditService>`run.service`.as('service'),
        sql<CreditTier | null>`run.credit_tier`.as('credit_tier'),
        'run.sealed',
        'run.key_generation',
        'run.finished_at',
        'entity.name',
      ])
      .select(loanStanding(actor)),
  );
  return row;
}

// For the worker ----------------------------------------------------------------------------------------

export interface RunRef {
  readonly companyId: string;
  readonly runId: string;
}

/** Returns the run with the current information of its entity. */
export async function findOrder(reads: Queries, { companyId, runId }: RunRef) {
  const [row] = await reads.run(
    query
      .selectFrom('credit_run as run')
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'run.company_id')
          .onRef('entity.id', '=', 'run.entity_id'),
      )
      .innerJoin('entity_information as information', (join) =>
        join
          .onRef('information.company_id', '=', 'entity.company_id')
          .onRef('information.entity_id', '=', 'entity.id')
          .onRef('information.version', '=', 'entity.version'),
      )
      .where('run.company_id', '=', companyId)
      .where('run.id', '=', runId)
      .select([
        'run.loan_id',
        'run.entity_id',
        sql<CreditService>`run.service`.as('service'),
        sql<RunState>`run.state`.as('state'),
        sql<EntityKind>`entity.kind`.as('kind'),
        sql<Information>`information.fields`.as('fields'),
        'entity.version',
        'information.sealed',
        'information.key_generation',
      ]),
  );
  return row;
}

/** Moves a run to its next state. Returns false if it is in that state already, or past it. */
export async function moveRun(
  tx: Tx,
  { companyId, runId }: RunRef,
  from: readonly RunState[],
  to:
    | { state: 'RUNNING' }
    | { state: 'FAILED'; failure: CreditFailure }
    | { state: 'DONE'; sealed: Sealed; creditTier: CreditTier | null; flags: number | null },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('credit_run')
      .set({
        state: to.state,
        ...(to.state === 'RUNNING' ? { started_at: sql`now()` } : { finished_at: sql`now()` }),
        ...(to.state === 'FAILED' && { failure: to.failure }),
        ...(to.state === 'DONE' && {
          sealed: to.sealed.sealed,
          key_generation: to.sealed.generation,
          credit_tier: to.creditTier,
          flags: to.flags,
        }),
      })
      .where('company_id', '=', companyId)
      .where('id', '=', runId)
      .where('state', 'in', [...from])
      .returning('id'),
  );
  return rows.length > 0;
}

/** The additional authenticated data of a sealed report, so that it cannot be copied to another row. */
export const placeOfReport = (companyId: string, runId: string): string =>
  `credit report ${companyId} ${runId}`;

// First runs --------------------------------------------------------------------------------------------

export const dueAfterConsent = async (reads: Queries, accountId: string) =>
  reads.run(
    query
      .selectFrom(
        sql<{ company_id: string; loan_id: string; entity_id: string }>`app.credit_runs_due(
          ${accountId}::uuid)`.as<'due'>(sql`due`),
      )
      .select(['due.company_id', 'due.loan_id', 'due.entity_id']),
  );

/** The people on a loan whose first TransUnion run is not scheduled yet. */
export const peopleWithoutRun = async (reads: Queries, { company_id, id }: LoanRef) =>
  reads.run(
    query
      .selectFrom('loan_entity')
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'loan_entity.company_id')
          .onRef('entity.id', '=', 'loan_entity.entity_id'),
      )
      .where('loan_entity.company_id', '=', company_id)
      .where('loan_entity.loan_id', '=', id)
      .where('entity.kind', '=', 'INDIVIDUAL')
      .where(
        sql<boolean>`not app.has_first_credit_run(
          loan_entity.company_id, loan_entity.loan_id, entity.id)`,
      )
      .select('entity.id')
      .orderBy('loan_entity.position'),
  );

// Notices -----------------------------------------------------------------------------------------------

export const noticesOf = ({ company_id, id }: LoanRef) =>
  query
    .selectFrom('adverse_action_notice as notice')
    .where('notice.company_id', '=', company_id)
    .where('notice.loan_id', '=', id)
    .select([
      'notice.entity_id',
      sql<AdverseActionReason[]>`notice.reasons`.as('reasons'),
      'notice.body',
      'notice.modified_at',
      sql<NamedPerson | null>`(
        select jsonb_build_object('accountId', p.account_id, 'givenName', p.given_name,
          'familyName', p.family_name, 'emailAddress', p.email_address)
        from person p where p.company_id = notice.company_id and p.account_id = notice.modified_by)`.as(
        'modified_by',
      ),
    ]);
export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];
export const listNotices = (reads: Queries, loan: LoanRef) => reads.run(noticesOf(loan));

export const saveNotice = (
  tx: Tx,
  loan: Authorized<'run', LoanRef>,
  entityId: string,
  notice: { reasons: AdverseActionReason[]; body: string; modified_by: string },
) =>
  tx.run(
    query
      .insertInto('adverse_action_notice')
      .values({ company_id: loan.company_id, loan_id: loan.id, entity_id: entityId, ...notice })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id', 'entity_id'])
          .doUpdateSet({ ...notice, modified_at: sql`now()` }),
      ),
  );

/** Whether the loan's application was declined, and by which company. */
export async function findDecision(reads: Queries, { company_id, id }: LoanRef) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .leftJoin('loan_application as application', (join) =>
        join.onRef('application.company_id', '=', 'company.id').on('application.loan_id', '=', id),
      )
      .where('company.id', '=', company_id)
      .select([
        'company.name',
        'application.state',
        'application.submitted_at',
        'application.response_at',
      ]),
  );
  return row!;
}
