/** Elements as replies show them: rows, and related data that the caller may see. */
import type { Element } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Reads } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { trashedAnswersOn } from './past-answers-store.ts';
import { packagePolicy } from './policy.ts';
import { presentElements, presentSbaTabs, totalsOf } from './present.ts';
import { presentShare, sharesAround, type ShareRow } from './shares-store.ts';
import {
  elementsByIds,
  elementsOfLoan,
  elementsSharedWith,
  packageSeenBy,
  packagesOf,
  type AnsweredElement,
  type PackageRow,
} from './store.ts';

export interface CurrentElements {
  rows: AnsweredElement[];
  elements: Element[];
}

/** Elements by id after a change, in the same transaction, including the targets of links. */
export async function elementsNow(
  tx: Queries,
  actor: Actor,
  ids: readonly string[],
  packages: ReadonlyMap<string, PackageRow>,
): Promise<CurrentElements> {
  const [rows, trashedAnswers, shares] = await tx.together(
    elementsByIds(actor, ids),
    trashedAnswersOn(actor, [...packages.keys()]),
    sharesAround(actor, [...packages.values()]),
  );
  const ownIds = new Set(rows.map(({ id }) => id));
  const targets = rows.flatMap(({ target_id }) => target_id ?? []).filter((id) => !ownIds.has(id));
  const targetRows = targets.length > 0 ? await tx.run(elementsByIds(actor, targets)) : [];
  const around = { actor, packages, trashedAnswers, shares };
  const elements = presentElements([...rows, ...targetRows], around);
  return { rows, elements: elements.filter(({ id }) => ownIds.has(id)) };
}

export async function elementNow(
  tx: Queries,
  actor: Actor,
  id: string,
  packages: ReadonlyMap<string, PackageRow>,
): Promise<CurrentElements & { element: Element }> {
  const current = await elementsNow(tx, actor, [id], packages);
  const [element] = current.elements;
  if (!element) throw new ApiError('NOT_FOUND');
  return { ...current, element };
}

/** A package's elements that the caller sees, without related data. */
export async function elementsSeenBy(
  reads: Queries,
  actor: Actor,
  loanId: string,
): Promise<Element[]> {
  const loanPackage = await packageSeenBy(reads, actor, loanId);
  const rows = await reads.run(elementsOfLoan(actor, loanPackage, 'ACTIVE'));
  return presentElements(rows, { actor, packages: new Map([[loanPackage.id, loanPackage]]) });
}

/** Elements of these loans by id that the caller sees. */
export async function namedElementsSeenBy(
  reads: Reads,
  actor: Actor,
  ids: readonly string[],
  loanIds: readonly string[],
): Promise<Element[]> {
  if (ids.length === 0) return [];
  const [rows, loanPackage] = await reads.together(
    elementsByIds(actor, ids),
    packagesOf(actor, loanIds),
  );
  return presentElements(rows, {
    actor,
    packages: new Map(loanPackage.map((row) => [row.id, row])),
  });
}

export async function wholePackage(
  reads: Reads,
  actor: Actor,
  loanId: string,
  status: 'ACTIVE' | 'TRASHED' | 'ALL',
  view: 'CONVENTIONAL' | 'SBA' = 'CONVENTIONAL',
) {
  const loanPackage = await packageSeenBy(reads, actor, loanId);
  const [rows, shared, shares, trashedAnswers] = await reads.together(
    elementsOfLoan(actor, loanPackage, status),
    elementsSharedWith(actor, loanPackage),
    sharesAround(actor, [loanPackage]),
    trashedAnswersOn(actor, [loanId]),
  );
  const around = {
    actor,
    packages: new Map([[loanPackage.id, loanPackage]]),
    trashedAnswers,
    shares,
  };
  const reply = packageReplyOf(rows, shared, shares, around);
  return { ...reply, tabs: view === 'SBA' ? presentSbaTabs(rows, reply.elements) : [] };
}

type Around = Parameters<typeof presentElements>[1];

export function packageReplyOf(
  rows: AnsweredElement[],
  shared: AnsweredElement[],
  shares: readonly ShareRow[],
  around: Around,
) {
  const elsewhere = new Map(presentElements(shared, around).map((each) => [each.id, each]));
  return {
    elements: presentElements(rows, around),
    totals: totalsOf(rows),
    sharedInfo: shares
      .filter((share) => elsewhere.has(share.element_id))
      .map((share) => ({ ...presentShare(share), element: elsewhere.get(share.element_id)! })),
    abilities: {
      request: [...around.packages.values()].every((loanPackage) =>
        packagePolicy.request(around.actor, loanPackage),
      ),
      download: [...around.packages.values()].every((loanPackage) =>
        packagePolicy.download(around.actor, loanPackage),
      ),
    },
    linkInfo: rows.flatMap(({ id, target_id }) =>
      target_id === null ? [] : [{ id, elementId: target_id }],
    ),
  };
}
