import type { Tag } from '@cairn/contract';
import { sql } from 'kysely';
import type { Tx } from './db/db.ts';
import { query } from './db/query.ts';
import { newId } from './ids.ts';

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
  const { kind, companyId, actorId, loanId, accountId, staffOnly, changes, detail, starts } =
    happening;
  tx.atCommit(
    query.selectNoFrom(
      sql`app.record(${id}::uuid, ${companyId}::uuid, ${actorId ?? null}::uuid, ${kind},
        ${loanId ?? null}::uuid, ${accountId ?? null}::uuid, ${staffOnly ?? false},
        ${[...changes]}::text[], ${JSON.stringify(detail ?? {})}::jsonb, ${starts?.workflow ?? null},
        ${starts ? JSON.stringify(starts.input) : null}::jsonb)`.as('recorded'),
    ),
  );
  return id;
}
