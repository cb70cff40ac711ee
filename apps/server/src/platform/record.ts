import type { Tag } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from './actor.ts';
import type { Tx } from './db/db.ts';
import { prepared, query } from './db/query.ts';
import { newId, PLATFORM_COMPANY } from './ids.ts';

/** Something that happened, in the words of the business: 'document.uploaded', 'loan.pinned'. */
export interface Happening {
  readonly kind: `${string}.${string}`;
  readonly companyId: string;
  /** Who did it; absent when the application did it by itself. */
  readonly actorId?: string;
  readonly loanId?: string;
  /** Set when it concerns one person only. */
  readonly accountId?: string;
  readonly staffOnly?: boolean;
  /** What an open page should look at again. */
  readonly changes: readonly Tag[];
  /** Kept in the audit entry. Never content, never an identifier that is encrypted elsewhere. */
  readonly detail?: Record<string, unknown>;
  /** Durable work that this starts, keyed by the event's id: never lost, never done twice. */
  readonly starts?: { readonly workflow: string; readonly input: Record<string, unknown> };
}

/**
 * Writes the audit entry and the outbox row in the caller's transaction, with its commit. Returns the
 * event's id.
 */
export function record(tx: Tx, happening: Happening): string {
  const id = newId();
  const { starts } = happening;
  tx.atCommit(
    recordQuery({
      id,
      companyId: happening.companyId,
      actorId: happening.actorId ?? null,
      kind: happening.kind,
      loanId: happening.loanId ?? null,
      accountId: happening.accountId ?? null,
      staffOnly: happening.staffOnly ?? false,
      changes: [...happening.changes],
      detail: JSON.stringify(happening.detail ?? {}),
      workflow: starts?.workflow ?? null,
      input: starts ? JSON.stringify(starts.input) : null,
    }),
  );
  return id;
}

/** What somebody did about themselves: it is no company's, and nobody else's page changes. */
export function recordOwn(
  tx: Tx,
  { accountId }: Actor,
  happening: Pick<Happening, 'kind' | 'changes' | 'detail' | 'starts'>,
): void {
  record(tx, { ...happening, companyId: PLATFORM_COMPANY, actorId: accountId, accountId });
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
}

const recordQuery = prepared((p: Recorded) =>
  query.selectNoFrom(
    sql`app.record(${p.id}::uuid, ${p.companyId}::uuid, ${p.actorId}::uuid, ${p.kind},
      ${p.loanId}::uuid, ${p.accountId}::uuid, ${p.staffOnly}, ${p.changes}::text[],
      ${p.detail}::jsonb, ${p.workflow}, ${p.input}::jsonb)`.as('recorded'),
  ),
);
