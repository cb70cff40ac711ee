/**
 * The mistake that the outbox exists to prevent: the audit entry and the event are written in a second transaction,
 * after the first has committed. A crash in between leaves the write incomplete, and the stored reply then hides that
 * from the client that retries. The drill must detect this.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { query } from '../../../apps/server/src/platform/db/query.ts';
import { newId, PLATFORM_COMPANY } from '../../../apps/server/src/platform/ids.ts';
import type * as whole from '../../../apps/server/src/platform/record-event.ts';

/** Long enough for a kill to happen within it. */
const BETWEEN_MS = 30;

/** Internals of the real transaction. */
interface Insides extends Tx {
  readonly connect: unknown;
  readonly send: unknown;
  readonly scope: unknown;
  commit(): Promise<void>;
  release(): void;
}
type Make = new (connect: unknown, send: unknown, scope: unknown, first: undefined) => Insides;

export const recordEvent: typeof whole.recordEvent = (tx, event) => {
  const id = newId();
  const first = tx as Insides;
  const commit = first.commit.bind(first);
  first.commit = async () => {
    await commit();
    await wait(BETWEEN_MS);
    await inAnother(first, entryOf(id, event));
  };
  return id;
};

export const recordOwnEvent: typeof whole.recordOwnEvent = (tx, { accountId }, event) => {
  recordEvent(tx, { ...event, companyId: PLATFORM_COMPANY, actorId: accountId, accountId });
};

// All other exports of the module must also be here, otherwise the web process does not start.
({ recordEvent, recordOwnEvent }) satisfies Record<keyof typeof whole, unknown>;

async function inAnother(first: Insides, entry: ReturnType<typeof entryOf>): Promise<void> {
  const second = new (first.constructor as Make)(first.connect, first.send, first.scope, undefined);
  try {
    second.atCommit(entry);
    await second.commit();
  } finally {
    second.release();
  }
}

function entryOf(id: string, event: whole.DomainEvent) {
  const { kind, companyId, actorId, loanId, accountId, staffOnly, changes, detail, starts } = event;
  return query.selectNoFrom(
    sql`app.record(${id}::uuid, ${companyId}::uuid, ${actorId ?? null}::uuid, ${kind},
      ${loanId ?? null}::uuid, ${accountId ?? null}::uuid, ${staffOnly ?? false},
      ${[...changes]}::text[], ${JSON.stringify(detail ?? {})}::jsonb, ${starts?.workflow ?? null},
      ${starts ? JSON.stringify(starts.input) : null}::jsonb)`.as('recorded'),
  );
}
