/** Updates several elements in one transaction: all or none. */
import type { ElementChange } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { changeElement, type ElementAction } from './change-elements.ts';
import { asksForFourEyes } from './four-eyes-store.ts';
import { elementsNow } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import { elementsByIds, lockElements, withPackageStanding, type ElementRow } from './store.ts';

/** People are notified of these actions only if they make a request visible to someone. */
const SHOWING_ACTIONS: ReadonlySet<ElementAction> = new Set(['edited', 'moved', 'released']);

type Visibility = Pick<ElementRow, 'kept' | 'private' | 'private_to'>;
const wasHidden = (before: Visibility, after: Visibility): boolean =>
  (before.kept && !after.kept) ||
  (before.private && !after.private) ||
  (after.private && before.private_to !== after.private_to);

type Update = ElementChange & { id: string; loanId?: string | undefined };

/** Changes are applied in order, so that a later change sees the effects of earlier ones. */
export async function updateElements(tx: Tx, actor: Actor, updates: readonly Update[]) {
  const ids = updates.map(({ id }) => id);
  const loanIds = new Set(updates.map(({ loanId }) => loanId));
  const only = loanIds.size === 1 ? [...loanIds][0] : undefined;
  const locked = await lockElements(tx, actor, ids, only);
  const before = new Map(locked.elements.map((element) => [element.id, element]));
  if (new Set(ids).size !== ids.length) throw invalidField('id', 'Each item once');
  const fourEyes = await asksForFourEyes(tx, [...locked.packages.values()]);
  const actions = new Map<ElementAction, string[]>();
  for (const { id, loanId, ...change } of updates) {
    const element = before.get(id)!;
    if (loanId !== undefined && element.loan_id !== loanId) throw new ApiError('NOT_FOUND');
    const loanPackage = locked.packages.get(element.loan_id)!;
    const [fresh] = updates.length === 1 ? [element] : await tx.run(elementsByIds(actor, [id]));
    const ownActions = await changeElement(
      tx,
      actor,
      withPackageStanding(fresh!, loanPackage),
      loanPackage,
      {
        ...change,
        fourEyes: fourEyes.has(element.company_id),
      },
    );
    for (const action of ownActions) actions.set(action, [...(actions.get(action) ?? []), id]);
  }
  const now = await elementsNow(tx, actor, ids, locked.packages);
  for (const [action, concerned] of actions) {
    const after = now.rows.filter(({ id }) => concerned.includes(id));
    const rows = [...concerned.map((id) => before.get(id)!), ...after];
    const isShown = after.some((row) => wasHidden(before.get(row.id)!, row));
    const notifies = !SHOWING_ACTIONS.has(action) || isShown;
    recordElementEvent(
      tx,
      actor,
      { kind: `element.${action}`, ...(!notifies && { notifies }) },
      rows,
    );
  }
  const byId = new Map(now.elements.map((element) => [element.id, element]));
  return ids.map((id) => byId.get(id)!);
}
