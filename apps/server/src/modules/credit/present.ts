import {
  creditServicesFor,
  type AdverseActionNotice,
  type CreditCheck,
  type CreditService,
  type CreditSubject,
} from '@cairn/contract';
import type { LoanEntityRow } from '../entities/index.ts';
import { presentPerson } from '../loans/index.ts';
import { isConfigured, isOpen, type CreditSettings } from './schedule.ts';
import type { Consent, NoticeRow, RunRow } from './store.ts';

const MAX_REPORTS = 20;

export function presentSubject(
  settings: CreditSettings,
  entity: LoanEntityRow,
  runs: readonly RunRow[],
  consent: Consent | undefined,
): CreditSubject {
  const own = runs.filter(({ entity_id }) => entity_id === entity.id);
  return {
    loanEntityId: entity.loan_entity_id,
    entityId: entity.id,
    kind: entity.kind,
    name: entity.name,
    consentDate: consent?.givenAt ?? null,
    hasAccount: entity.account_id !== null,
    creditTier: own.find(({ credit_tier }) => credit_tier !== null)?.credit_tier ?? null,
    checks: creditServicesFor(entity.kind).map((service) =>
      presentCheck(
        isConfigured(settings, service),
        service,
        own.filter((run) => run.service === service),
        service === 'CLEAR_BUSINESS' || consent !== undefined,
      ),
    ),
  };
}

function presentCheck(
  configured: boolean,
  service: CreditService,
  runs: readonly RunRow[],
  isAllowed: boolean,
): CreditCheck {
  const [newest] = runs;
  const finished = runs.filter(({ state }) => state === 'DONE');
  const isFree = !newest || !isOpen(newest) || newest.is_old;
  return {
    service,
    configured,
    state: newest?.state ?? 'NOT_SCHEDULED',
    failure: newest?.failure ?? null,
    scheduledBy: newest?.scheduled_by ? presentPerson(newest.scheduled_by) : null,
    scheduledDate: newest?.scheduled_at ?? null,
    finishedDate: newest?.finished_at ?? null,
    flags: finished[0]?.flags ?? null,
    reports: finished
      .slice(0, MAX_REPORTS)
      .map(({ id, finished_at }) => ({ id, createdDate: finished_at! })),
    next: configured && isAllowed && isFree ? (newest ? 'RESCHEDULE' : 'SCHEDULE') : null,
  };
}

export const presentNotice = (row: NoticeRow, loanEntityId: string): AdverseActionNotice => ({
  loanEntityId,
  reasons: row.reasons,
  text: row.body,
  modifiedBy: row.modified_by ? presentPerson(row.modified_by) : null,
  modifiedDate: row.modified_at,
});
