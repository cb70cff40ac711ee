import type { ElementChange, NewElementBody } from '@cairn/contract';
import {
  elementWrites,
  formElements,
  type ChosenBody,
  type ChosenQuery,
} from '@cairn/contract/element-writes';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import { addElements, type NewElement } from './adding-store.ts';
import { changeElement, type Deed } from './changing.ts';
import { copyInto, type CopyOf } from './copying.ts';
import { asksForFourEyes } from './four-eyes-store.ts';
import { packagePolicy } from './policy.ts';
import { elementsNow, packageReplyOf, type Seen } from './reading.ts';
import { recordDeed } from './recording.ts';
import { presentShare, shareAll, sharesOf, sharesSeenBy, unshareAll } from './sharing-store.ts';
import {
  areOnLoan,
  elementsByIds,
  lockElements,
  lockPackage,
  lockPackages,
  standingOn,
  type Locked,
  type PackageRow,
} from './store.ts';
import { remove, restore, trash } from './trash-store.ts';

export const elementWriteRoutes = () =>
  routes(elementWrites, {
    createElements: ({ actor, body, write }) =>
      write((tx) => create(tx, actor, body.loanId, body.elements)),

    updateElement: ({ actor, body: { id, ...change }, write }) =>
      write(async (tx) => (await update(tx, actor, [{ id, ...change }]))[0]!),

    removeElements: ({ actor, query: asked, body, write }) =>
      write(async (tx) => {
        const { elements } = await chosen(tx, actor, body, asked);
        const ids = await remove(tx, actor, elements);
        recordDeed(tx, actor, { kind: 'element.removed', detail: { gone: ids.length } }, elements);
        return { ids };
      }),

    trashElements: ({ actor, query: asked, body, write }) =>
      write((tx) => trashChosen(tx, actor, body, asked)),

    restoreElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const locked = await chosen(tx, actor, body, {});
        await restore(tx, actor, locked.elements);
        return afterwards(tx, actor, locked, 'element.restored');
      }),

    copyElements: ({ actor, body, write }) => write((tx) => copy(tx, actor, body)),

    duplicateElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const locked = await lockElements(tx, actor, body.sourceIds, body.loanId);
        return copied(tx, { actor, locked, loanId: body.loanId, beside: true }, 'duplicated');
      }),

    shareElements: ({ actor, body, write }) =>
      write(async (tx) => {
        const { elements, rows } = await shareAll(tx, actor, body.loanId, body.shares);
        recordDeed(tx, actor, { kind: 'element.shared' }, elements);
        return { shares: rows.map(presentShare) };
      }),

    unshareElements: ({ actor, query: asked, body, write }) =>
      write(async (tx) => {
        const wanted = { shares: body.shares ?? [], ids: asked.id ?? [] };
        const loanId = body.loanId ?? asked.loanId;
        const { elements, ids } = await unshareAll(tx, actor, loanId, wanted);
        recordDeed(tx, actor, { kind: 'element.unshared' }, elements);
        return { ids };
      }),

    listSharedElements: async ({ actor, query: asked, reads }) => {
      const rows = await reads.run(
        asked.loanId ? sharesOf(actor, asked.loanId) : sharesSeenBy(actor),
      );
      const byLoan = Map.groupBy(rows.map(presentShare), ({ loanId }) => loanId);
      return { sharesByLoan: Object.fromEntries(byLoan) };
    },
  });

export const formElementRoutes = () =>
  routes(formElements, {
    updateFormElements: ({ actor, body, write }) =>
      write(async (tx) => ({ elements: await update(tx, actor, body.updates) })),

    copyFormElements: ({ actor, body, write }) => write((tx) => copy(tx, actor, body)),

    updateFormElement: ({ actor, params, body, write }) =>
      write(async (tx) => (await update(tx, actor, [{ id: params.id, ...body }]))[0]!),

    approveFormElement: ({ actor, params, body, write }) =>
      write(async (tx) => (await update(tx, actor, [{ id: params.id, ...body }]))[0]!),
  });

async function create(tx: Tx, actor: Actor, loanId: string, bodies: readonly NewElementBody[]) {
  const its = grant(packagePolicy, 'request', actor, await lockPackage(tx, actor, loanId));
  const people = bodies.flatMap(({ assignedToUserId }) => assignedToUserId ?? []);
  if (people.length > 0 && !(await areOnLoan(tx, its, people))) throw new Refusal('NOT_FOUND');
  const elements = await Promise.all(bodies.map((body) => toElement(tx, actor, body)));
  const added = { companyId: its.company_id, loanId, accountId: actor.accountId };
  const ids = await addElements(tx, added, elements);
  return replyWith(tx, actor, ids, new Map([[its.id, its]]), 'element.requested');
}

/** A link is called what its target is called; everything else needs a title of its own. */
async function toElement(tx: Tx, actor: Actor, body: NewElementBody): Promise<NewElement> {
  const { elementId, title, ...rest } = body;
  if (elementId !== undefined) {
    const [target] = await tx.run(elementsByIds(actor, [elementId]));
    if (!target) throw new Refusal('NOT_FOUND');
    return { ...rest, storageType: 'FILE', title: target.title, targetId: elementId };
  }
  if (title === undefined) throw missing('title', 'Required');
  const { questionType, choices = [], storageType } = rest;
  if (storageType === 'FOLDER' && questionType)
    throw missing('questionType', 'A folder asks nothing');
  if (questionType === 'CHOICE' && choices.length < 2)
    throw missing('choices', 'Give at least two to choose from');
  if (questionType !== 'CHOICE' && choices.length > 0)
    throw missing('choices', 'Only a question with choices has them');
  return { ...rest, title };
}

const missing = (field: string, message: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: message } });

type Update = ElementChange & { id: string; loanId?: string | undefined };

/** All or none, one after the other: a later change of the batch sees what an earlier one did. */
async function update(tx: Tx, actor: Actor, updates: readonly Update[]) {
  const ids = updates.map(({ id }) => id);
  const loanIds = new Set(updates.map(({ loanId }) => loanId));
  const only = loanIds.size === 1 ? [...loanIds][0] : undefined;
  const locked = await lockElements(tx, actor, ids, only);
  const before = new Map(locked.elements.map((element) => [element.id, element]));
  if (new Set(ids).size !== ids.length) throw missing('id', 'Each item once');
  const fourEyes = await asksForFourEyes(tx, [...locked.packages.values()]);
  const deeds = new Map<Deed, string[]>();
  for (const { id, loanId, ...change } of updates) {
    const element = before.get(id)!;
    if (loanId !== undefined && element.loan_id !== loanId) throw new Refusal('NOT_FOUND');
    const its = locked.packages.get(element.loan_id)!;
    const [fresh] = updates.length === 1 ? [element] : await tx.run(elementsByIds(actor, [id]));
    const done = await changeElement(tx, actor, standingOn(fresh!, its), its, {
      ...change,
      fourEyes: fourEyes.has(element.company_id),
    });
    for (const deed of done) deeds.set(deed, [...(deeds.get(deed) ?? []), id]);
  }
  const now = await elementsNow(tx, actor, ids, locked.packages);
  for (const [deed, concerned] of deeds) {
    const rows = [...locked.elements, ...now.rows].filter(({ id }) => concerned.includes(id));
    recordDeed(tx, actor, { kind: `element.${deed}` }, rows);
  }
  const byId = new Map(now.elements.map((element) => [element.id, element]));
  return ids.map((id) => byId.get(id)!);
}

async function copy(
  tx: Tx,
  actor: Actor,
  body: { loanId: string; sourceIds: string[]; parentId?: string | undefined },
) {
  // The loans that are copied from and the one copied to, locked together, in one order.
  const sources = await tx.run(elementsByIds(actor, body.sourceIds));
  const packages = await lockPackages(tx, actor, [
    ...new Set([body.loanId, ...sources.map(({ loan_id }) => loan_id)]),
  ]);
  const locked = await lockElements(tx, actor, body.sourceIds);
  const all = new Map([...packages, ...locked.packages]);
  return copied(tx, { actor, ...body, locked: { ...locked, packages: all } }, 'copied');
}

async function copied(tx: Tx, work: CopyOf, deed: string) {
  const ids = await copyInto(tx, work);
  const its = work.locked.packages.get(work.loanId)!;
  return replyWith(tx, work.actor, ids, new Map([[its.id, its]]), `element.${deed}`);
}

/** What POST elements replies: the new items as a package of their own [R327]. */
async function replyWith(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  packages: Map<string, PackageRow>,
  kind: `element.${string}`,
) {
  const { rows, elements } = await elementsNow(tx, actor, ids, packages);
  recordDeed(tx, actor, { kind }, rows);
  return { ...packageReplyOf(rows, [], [], { actor, packages }), elements };
}

export async function trashChosen(tx: Tx, actor: Actor, body: ChosenBody, asked: ChosenQuery) {
  const locked = await chosen(tx, actor, body, asked);
  await trash(tx, actor, locked.elements);
  return afterwards(tx, actor, locked, 'element.trashed');
}

async function afterwards(tx: Tx, actor: Actor, locked: Locked, kind: `element.${string}`) {
  const ids = locked.elements.map(({ id }) => id);
  const now: Seen = await elementsNow(tx, actor, ids, locked.packages);
  recordDeed(tx, actor, { kind }, [...locked.elements, ...now.rows]);
  return { elements: now.elements };
}

function chosen(tx: Tx, actor: Actor, body: ChosenBody, asked: ChosenQuery): Promise<Locked> {
  const named = (body.elements ?? []).map((each) =>
    typeof each === 'string' ? { id: each } : each,
  );
  const ids = [...named.map(({ id }) => id), ...(asked.id ?? [])];
  if (ids.length === 0) throw missing('elements', 'Required');
  const loanIds = new Set(
    [
      body.loanId,
      asked.loanId,
      ...named.map((each) => ('loanId' in each ? each.loanId : undefined)),
    ].filter((loanId) => loanId !== undefined),
  );
  return lockElements(tx, actor, ids, loanIds.size === 1 ? [...loanIds][0] : undefined);
}
