import { creditServicesFor, type CreditService } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { entitiesOfLoan, type LoanEntityRow } from '../entities/index.ts';
import { loanWithStanding, type LoanStanding } from '../loans/index.ts';
import { creditPolicy } from './policy.ts';
import {
  consentsOf,
  dueAfterConsent,
  insertRun,
  listRuns,
  moveRun,
  peopleWithoutRun,
  type NewRun,
  type RunRow,
} from './store.ts';

/** The credit services that this installation is configured for. */
export interface CreditSettings {
  readonly clear: boolean;
  readonly transUnion: boolean;
}
export const isConfigured = (settings: CreditSettings, service: CreditService): boolean =>
  service === 'TRANSUNION' ? settings.transUnion : settings.clear;

export const isOpen = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state === 'SCHEDULED' || state === 'RUNNING';

export interface Order {
  readonly loanId: string;
  readonly loanEntityId: string;
  readonly service: CreditService;
  /** TransUnion has one call for first and repeated runs: `either`. */
  readonly call: 'first' | 'again' | 'either';
}

interface Scheduled {
  readonly loan: Authorized<'run', LoanStanding>;
  readonly entity: LoanEntityRow;
}

/**
 * Schedules a run that a person requested. The loan is locked, so that of two concurrent requests the second finds the
 * run of the first.
 */
export async function schedule(
  tx: Tx,
  actor: Actor,
  settings: CreditSettings,
  { loanId, loanEntityId, service, call }: Order,
): Promise<Scheduled> {
  const standing = await loanWithStanding(tx, actor, loanId, 'lock');
  const loan = authorize(creditPolicy, 'run', actor, standing);
  const [entity] = await entitiesOfLoan(tx, actor, loanId, { loanEntityId });
  if (!entity || !creditServicesFor(entity.kind).includes(service)) throw new ApiError('NOT_FOUND');
  if (!isConfigured(settings, service)) throw new ApiError('CREDIT_NOT_CONFIGURED');
  const runs = await listRuns(tx, loan);
  const newest = runs.find((run) => run.entity_id === entity.id && run.service === service);
  if (newest && call === 'first') {
    throw new ApiError(isOpen(newest) ? 'CREDIT_RUN_OPEN' : 'CREDIT_RUN_EXISTS');
  }
  if (!newest && call === 'again') throw new ApiError('CREDIT_RUN_MISSING');
  const consent =
    service === 'CLEAR_BUSINESS'
      ? null
      : ((await consentsOf(tx, loan.company_id, [entity.id])).get(entity.id) ?? null);
  if (service !== 'CLEAR_BUSINESS' && !consent) throw new ApiError('CREDIT_CONSENT_MISSING');
  if (newest && isOpen(newest)) await replaceStale(tx, loan, newest);
  const scheduledBy = actor.accountId;
  await start(tx, loan, { id: newId(), entityId: entity.id, service, scheduledBy, consent });
  return { loan, entity };
}

async function replaceStale(tx: Tx, loan: LoanStanding, run: RunRow): Promise<void> {
  if (!run.is_old) throw new ApiError('CREDIT_RUN_OPEN');
  const ref = { companyId: loan.company_id, runId: run.id };
  await moveRun(tx, ref, ['SCHEDULED', 'RUNNING'], { state: 'FAILED', failure: 'STALE' });
}

async function start(tx: Tx, loan: { company_id: string; id: string }, run: NewRun): Promise<void> {
  if (!(await insertRun(tx, loan, run))) throw new ApiError('CREDIT_RUN_OPEN');
  recordEvent(tx, {
    kind: 'creditRun.scheduled',
    companyId: loan.company_id,
    loanId: loan.id,
    ...(run.scheduledBy && { actorId: run.scheduledBy }),
    staffOnly: true,
    changes: ['credit'],
    detail: {
      entityId: run.entityId,
      service: run.service,
      runId: run.id,
      ...(!run.scheduledBy && { onSubmission: true }),
    },
    starts: {
      workflow: 'runCreditCheck',
      input: { companyId: loan.company_id, runId: run.id },
    },
  });
}

/** Schedules the first TransUnion run of each person who consented, when the application is submitted. */
export async function scheduleOnSubmission(
  tx: Tx,
  actor: Actor,
  settings: CreditSettings,
  loan: { company_id: string; id: string },
): Promise<void> {
  if (!settings.transUnion) return;
  // The applicant may neither see nor write runs. Their permission to submit was checked before.
  await tx.enterCompany(loan.company_id, actor.roleLevel);
  const people = await peopleWithoutRun(tx, loan);
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return;
  const consents = await consentsOf(tx, loan.company_id, ids);
  for (const entityId of ids) {
    const consent = consents.get(entityId);
    if (consent) await start(tx, loan, first(entityId, consent));
  }
}

const first = (entityId: string, consent: NonNullable<NewRun['consent']>): NewRun => ({
  id: newId(),
  entityId,
  service: 'TRANSUNION',
  scheduledBy: null,
  consent,
});

/** Schedules the runs of a person who consents after the submission. */
export async function scheduleAfterConsent(
  tx: Tx,
  actor: Actor,
  settings: CreditSettings,
): Promise<void> {
  if (!settings.transUnion) return;
  const due = await dueAfterConsent(tx, actor.accountId);
  for (const { company_id, loan_id, entity_id } of due) {
    await tx.enterCompany(company_id, actor.roleLevel);
    const consent = (await consentsOf(tx, company_id, [entity_id])).get(entity_id);
    if (consent) await start(tx, { company_id, id: loan_id }, first(entity_id, consent));
  }
}
