import type { Tag } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { record, type Happening } from '../../platform/record.ts';
import type { AnsweredElement } from './store.ts';

const CHANGES: readonly Tag[] = ['element', 'document', 'loan', 'loanList'];

export interface Deed {
  kind: `${'element' | 'answer'}.${string}`;
  detail?: Record<string, unknown>;
  /** Durable work, where it is about one loan. */
  starts?: NonNullable<Happening['starts']>;
}

type Concerned = Pick<
  AnsweredElement,
  'company_id' | 'loan_id' | 'id' | 'kept' | 'private' | 'private_to'
>;

/**
 * One entry for each loan concerned. `rows` are the items as they were and as they are now: what nobody
 * outside the lender saw before or sees now is not told to them, not even as a hint; what is private is
 * told to the one it is private to.
 */
export function recordDeed(tx: Tx, actor: Actor, deed: Deed, rows: readonly Concerned[]): void {
  for (const [loanId, those] of Map.groupBy(rows, ({ loan_id }) => loan_id)) {
    const happening = {
      kind: deed.kind,
      companyId: those[0]!.company_id,
      actorId: actor.accountId,
      loanId,
      changes: CHANGES,
      detail: { elementIds: [...new Set(those.map(({ id }) => id))], ...deed.detail },
    };
    const open = those.some((row) => !row.kept && !row.private);
    record(tx, { ...happening, staffOnly: !open, ...(deed.starts && { starts: deed.starts }) });
    if (open) continue;
    const entitled = those.flatMap((row) => (row.kept ? [] : (row.private_to ?? [])));
    for (const accountId of new Set(entitled)) {
      record(tx, { ...happening, accountId, detail: { to: 'the one it is private to' } });
    }
  }
}
