import type { Tag } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { record } from '../../platform/record.ts';
import type { ItemRow } from './store.ts';

type Concerned = Pick<
  ItemRow,
  'company_id' | 'id' | 'loan_id' | 'document_id' | 'shoebox_owner_id' | 'outsiders'
>;

/**
 * One entry for each loan, for those who lend. An event of the loan would tell every borrower that another one
 * sent something: whoever is outside the company hears of their own alone. What is somebody's own, nobody else
 * hears of.
 */
export function recordItems(
  tx: Tx,
  actor: Actor,
  kind: `shoebox.${string}`,
  items: readonly Concerned[],
  changes: readonly Tag[] = ['shoebox'],
): void {
  for (const [loanId, those] of Map.groupBy(items, ({ loan_id }) => loan_id)) {
    const [first] = those;
    const happening = {
      kind,
      companyId: first!.company_id,
      actorId: actor.accountId,
      changes,
      detail: {
        itemIds: those.map(({ id }) => id),
        ...(those.length === 1 && { documentId: first!.document_id }),
      },
    };
    if (loanId === null) {
      record(tx, { ...happening, accountId: first!.shoebox_owner_id! });
      continue;
    }
    record(tx, { ...happening, loanId, staffOnly: true });
    for (const accountId of new Set(those.flatMap(({ outsiders }) => outsiders))) {
      record(tx, { ...happening, loanId, accountId, detail: { to: 'the one it is from' } });
    }
  }
}
