/** Locks the elements of a call and moves them to the trash, restores or removes them. */
import { type ChosenBody, type ChosenQuery } from '@cairn/contract/element-writes';
import { invalidField } from '../../platform/api-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { elementsNow, type CurrentElements } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import { lockElements, type Locked } from './store.ts';
import { trashElements } from './trash-store.ts';

export async function trashChosenElements(
  tx: Tx,
  actor: Actor,
  body: ChosenBody,
  query: ChosenQuery,
) {
  const locked = await lockChosenElements(tx, actor, body, query);
  await trashElements(tx, actor, locked.elements);
  return recordAndPresentAll(tx, actor, locked, 'element.trashed');
}

export async function recordAndPresentAll(
  tx: Tx,
  actor: Actor,
  locked: Locked,
  kind: EventKindOf<'element'>,
) {
  const ids = locked.elements.map(({ id }) => id);
  const now: CurrentElements = await elementsNow(tx, actor, ids, locked.packages);
  recordElementEvent(tx, actor, { kind }, [...locked.elements, ...now.rows]);
  return { elements: now.elements };
}

export function lockChosenElements(
  tx: Tx,
  actor: Actor,
  body: ChosenBody,
  query: ChosenQuery,
): Promise<Locked> {
  const refs = (body.elements ?? []).map((each) =>
    typeof each === 'string' ? { id: each } : each,
  );
  const ids = [...refs.map(({ id }) => id), ...(query.id ?? [])];
  if (ids.length === 0) throw invalidField('elements', 'Required');
  const loanIds = new Set(
    [
      body.loanId,
      query.loanId,
      ...refs.map((each) => ('loanId' in each ? each.loanId : undefined)),
    ].filter((loanId) => loanId !== undefined),
  );
  return lockElements(tx, actor, ids, loanIds.size === 1 ? [...loanIds][0] : undefined);
}
