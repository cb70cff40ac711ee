import type { Tag } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import { storableAddress } from './audit/entry.ts';
import type { Tx } from './db/db.ts';
import { prepareQuery, query } from './db/query.ts';
import type { EventKind } from './event-kinds.ts';
import { newId, PLATFORM_COMPANY } from './ids.ts';
import type { WorkflowStart } from './workflow-inputs.ts';
import { isNotified, type NotifyOrder } from './notified-events.ts';

/** A domain event, named after the business action: 'document.uploaded', 'loan.pinned'. */
export interface DomainEvent {
  /** Set by the caller if a row of the same transaction refers to the event. */
  readonly id?: string;
  readonly kind: EventKind;
  readonly companyId: string;
  /** The user who did it; absent if the application acted by itself. */
  readonly actorId?: string;
  readonly loanId?: string;
  /** Set if the event concerns one person only. */
  readonly accountId?: string;
  readonly staffOnly?: boolean;
  /** Tags of the data that open pages should refetch. */
  readonly changes: readonly Tag[];
  /** Stored in the audit entry. Never content, never an identifier that is encrypted elsewhere. */
  readonly detail?: Record<string, unknown>;
  /** False for a second record of one event for other readers, because people are notified of an event once. */
  readonly notifies?: false;
  /** Durable work that the event starts, keyed by the event's id: it is neither lost nor done twice. */
  readonly starts?: WorkflowStart;
}

/**
 * Adds the audit entry and the outbox row to the caller's transaction; they are sent with the commit. Returns the
 * event's id.
 */
export function recordEvent(tx: Tx, event: DomainEvent): string {
  const { id = newId(), companyId, kind, detail = {} } = event;
  const starts = workOf(event);
  const { auditKeys, sourceAddress: from } = tx.origin;
  const actorId = event.actorId ?? null;
  const loanId = event.loanId ?? null;
  const accountId = event.accountId ?? null;
  const sourceAddress = from === null ? null : storableAddress(from);
  // Must match the database function app.record.
  const chainId = loanId ?? accountId ?? companyId;
  const content = { id, companyId, chainId, actorId, kind, loanId, sourceAddress, detail };
  if (loanId) tx.loans.set(loanId, companyId);
  tx.atCommit(
    recordQuery({
      id,
      companyId,
      actorId,
      kind,
      loanId,
      accountId,
      staffOnly: event.staffOnly ?? false,
      changes: [...event.changes],
      detail: JSON.stringify(detail),
      workflow: starts?.workflow ?? null,
      input: starts ? JSON.stringify(starts.input) : null,
      sourceAddress,
      mac: auditKeys?.macOf(content) ?? null,
    }),
  );
  return id;
}

/** The workflow that the event names, or `notify` if people are notified of it. */
function workOf(event: DomainEvent): DomainEvent['starts'] {
  const { kind, companyId, loanId, actorId, detail = {}, notifies, starts } = event;
  if (!isNotified(kind) || loanId === undefined || notifies === false) return starts;
  if (starts)
    throw new Error(`${kind} notifies people and cannot start ${starts.workflow} as well`);
  const order: NotifyOrder = {
    kind,
    companyId,
    loanId,
    actorId: actorId ?? null,
    at: new Date().toISOString(),
    detail,
  };
  return { workflow: 'notify', input: order };
}

/** Records an event about the user's own account: it has no company and changes no other user's pages. */
export function recordOwnEvent(
  tx: Tx,
  { accountId }: Actor,
  event: Pick<DomainEvent, 'kind' | 'changes' | 'detail' | 'starts'>,
): void {
  recordEvent(tx, { ...event, companyId: PLATFORM_COMPANY, actorId: accountId, accountId });
}

interface Recorded {
  id: string;
  companyId: string;
  actorId: string | null;
  kind: string;
  loanId: string | null;
  accountId: string | null;
  staffOnly: boolean;
  changes: string[];
  detail: string;
  workflow: string | null;
  input: string | null;
  sourceAddress: string | null;
  mac: Buffer | null;
}

const recordQuery = prepareQuery((p: Recorded) =>
  query.selectNoFrom(
    sql`app.record(${p.id}::uuid, ${p.companyId}::uuid, ${p.actorId}::uuid, ${p.kind},
      ${p.loanId}::uuid, ${p.accountId}::uuid, ${p.staffOnly}, ${p.changes}::text[],
      ${p.detail}::jsonb, ${p.workflow}, ${p.input}::jsonb, ${p.sourceAddress}::inet,
      ${p.mac}::bytea)`.as('recorded'),
  ),
);
