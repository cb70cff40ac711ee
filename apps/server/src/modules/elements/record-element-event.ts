import type { Tag } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { recordEvent, type DomainEvent } from '../../platform/record-event.ts';
import type { AnsweredElement } from './store.ts';

const CHANGES: readonly Tag[] = ['element', 'document', 'loan', 'loanList'];

export interface ElementEvent {
  kind: EventKindOf<'element' | 'answer'>;
  detail?: Record<string, unknown>;
  notifies?: false;
  /** Durable work, if the event is about one loan. */
  starts?: NonNullable<DomainEvent['starts']>;
}

type Concerned = Pick<
  AnsweredElement,
  'company_id' | 'loan_id' | 'id' | 'kept' | 'hollow' | 'private' | 'private_to'
>;

/**
 * Records one event for each loan concerned. `rows` are the elements before and after: users outside the lender get
 * no event, not even a hint, about an element that they saw neither before nor after; only the owner of a private
 * element gets events about it.
 */
export function recordElementEvent(
  tx: Tx,
  actor: Actor,
  elementEvent: ElementEvent,
  rows: readonly Concerned[],
): void {
  for (const [loanId, loanRows] of Map.groupBy(rows, ({ loan_id }) => loan_id)) {
    const event = {
      kind: elementEvent.kind,
      companyId: loanRows[0]!.company_id,
      actorId: actor.accountId,
      loanId,
      changes: CHANGES,
      detail: { elementIds: [...new Set(loanRows.map(({ id }) => id))], ...elementEvent.detail },
    };
    const open = loanRows.some((row) => !row.kept && !row.hollow && !row.private);
    recordEvent(tx, {
      ...event,
      staffOnly: !open,
      ...(elementEvent.notifies === false && { notifies: false }),
      ...(elementEvent.starts && { starts: elementEvent.starts }),
    });
    if (open) continue;
    const entitled = loanRows.flatMap((row) => (row.kept ? [] : (row.private_to ?? [])));
    for (const accountId of new Set(entitled)) {
      recordEvent(tx, {
        ...event,
        accountId,
        detail: { to: 'the one it is private to' },
        notifies: false,
      });
    }
  }
}
