/** Creates elements of a package, and copies existing ones. */
import type { NewElementBody } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { areOnLoan } from './assignees-store.ts';
import { addElements, type NewElement } from './add-elements-store.ts';
import { copyInto, type CopyOf } from './copy-elements.ts';
import { packagePolicy } from './policy.ts';
import { elementsNow, packageReplyOf } from './read-elements.ts';
import { recordElementEvent } from './record-element-event.ts';
import {
  elementsByIds,
  lockElements,
  lockPackage,
  lockPackages,
  type PackageRow,
} from './store.ts';

export async function createElements(
  tx: Tx,
  actor: Actor,
  loanId: string,
  bodies: readonly NewElementBody[],
) {
  const loanPackage = authorize(
    packagePolicy,
    'request',
    actor,
    await lockPackage(tx, actor, loanId),
  );
  const people = bodies.flatMap(({ assignedToUserId }) => assignedToUserId ?? []);
  if (people.length > 0 && !(await areOnLoan(tx, loanPackage, people)))
    throw new ApiError('NOT_FOUND');
  const elements = await Promise.all(bodies.map((body) => toElement(tx, actor, body)));
  const added = { companyId: loanPackage.company_id, loanId, accountId: actor.accountId };
  const ids = await addElements(tx, added, elements);
  return replyWith(tx, actor, ids, new Map([[loanPackage.id, loanPackage]]), 'element.requested');
}

/** A link takes the title of its target; everything else needs its own. */
async function toElement(tx: Tx, actor: Actor, body: NewElementBody): Promise<NewElement> {
  const { elementId, title, ...rest } = body;
  if (elementId !== undefined) {
    const [target] = await tx.run(elementsByIds(actor, [elementId]));
    if (!target) throw new ApiError('NOT_FOUND');
    return {
      ...rest,
      storageType: 'FILE',
      title: target.title,
      targetId: elementId,
      sbaTab: null,
    };
  }
  if (title === undefined) throw invalidField('title', 'Required');
  const { questionType, choices = [], storageType } = rest;
  if (storageType === 'FOLDER' && questionType)
    throw invalidField('questionType', 'A folder can’t have a question');
  if (storageType === 'FOLDER' && rest.sbaTab != null)
    throw invalidField('sbaTab', 'Only a request has an SBA tab');
  if (questionType === 'CHOICE' && choices.length < 2)
    throw invalidField('choices', 'Enter at least two choices');
  if (questionType !== 'CHOICE' && choices.length > 0)
    throw invalidField('choices', 'Only a question with choices has them');
  return { ...rest, title };
}

export async function copyElements(
  tx: Tx,
  actor: Actor,
  body: { loanId: string; sourceIds: string[]; parentId?: string | undefined },
) {
  // Source and target loans are locked together in one order, to avoid deadlocks.
  const sources = await tx.run(elementsByIds(actor, body.sourceIds));
  const packages = await lockPackages(tx, actor, [
    ...new Set([body.loanId, ...sources.map(({ loan_id }) => loan_id)]),
  ]);
  const locked = await lockElements(tx, actor, body.sourceIds);
  const all = new Map([...packages, ...locked.packages]);
  return recordCopies(
    tx,
    { actor, ...body, locked: { ...locked, packages: all } },
    'element.copied',
  );
}

export async function recordCopies(tx: Tx, work: CopyOf, kind: EventKindOf<'element'>) {
  const ids = await copyInto(tx, work);
  const loanPackage = work.locked.packages.get(work.loanId)!;
  return replyWith(tx, work.actor, ids, new Map([[loanPackage.id, loanPackage]]), kind);
}

/** The reply of POST elements: the new elements as a package of their own [R327]. */
async function replyWith(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  packages: Map<string, PackageRow>,
  kind: EventKindOf<'element'>,
) {
  const { rows, elements } = await elementsNow(tx, actor, ids, packages);
  recordElementEvent(tx, actor, { kind }, rows);
  return { ...packageReplyOf(rows, [], [], { actor, packages }), elements };
}
