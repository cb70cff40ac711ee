import type { Tag } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { ItemRow } from './store.ts';

type Concerned = Pick<
  ItemRow,
  'company_id' | 'id' | 'loan_id' | 'document_id' | 'shoebox_owner_id' | 'outsiders'
>;

/**
 * Records one event for each loan, for its lenders. An event for all members would tell every borrower that another
 * one sent something: users outside the company get events about their own items only. Events about a private item go
 * to its owner only.
 */
export function recordItems(
  tx: Tx,
  actor: Actor,
  kind: EventKindOf<'shoebox'>,
  items: readonly Concerned[],
  changes: readonly Tag[] = ['shoebox'],
): void {
  for (const [loanId, loanItems] of Map.groupBy(items, ({ loan_id }) => loan_id)) {
    const [first] = loanItems;
    const event = {
      kind,
      companyId: first!.company_id,
      actorId: actor.accountId,
      changes,
      detail: {
        itemIds: loanItems.map(({ id }) => id),
        ...(loanItems.length === 1 && { documentId: first!.document_id }),
      },
    };
    if (loanId === null) {
      recordEvent(tx, { ...event, accountId: first!.shoebox_owner_id! });
      continue;
    }
    recordEvent(tx, { ...event, loanId, staffOnly: true });
    for (const accountId of new Set(loanItems.flatMap(({ outsiders }) => outsiders))) {
      recordEvent(tx, {
        ...event,
        loanId,
        accountId,
        detail: { to: 'the one it is from' },
        notifies: false,
      });
    }
  }
}
