/** Requests of a loan's package that belong to its application. */
import type { Element } from '@cairn/contract';
import { inSbaOrder } from '@cairn/contract/sba-tabs';
import type { Actor } from '../../platform/actor.ts';
import type { Reads, Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { trashChosenElements, wholePackage } from '../elements/index.ts';
import { applicationSeenBy } from './find-application.ts';

/** Without the folders around them. */
export async function elementsOf(
  reads: Reads,
  actor: Actor,
  loanId: string,
  { status, view }: { status: 'ACTIVE' | 'TRASHED' | 'ALL'; view: 'CONVENTIONAL' | 'SBA' },
): Promise<Element[]> {
  const { elements } = await wholePackage(reads, actor, loanId, status);
  const requests = elements.filter(
    ({ storageType, flags, locations, originalLocation }) =>
      storageType === 'FILE' &&
      (flags.includes('APPLY_NOW') ||
        locations.includes('APPLICATION') ||
        originalLocation === 'APPLICATION'),
  );
  return view === 'SBA' ? requests.toSorted(inSbaOrder) : requests;
}

type ElementRefs = readonly { id: string; loanId: string }[];

/** All or none: an element that is not on the stated loan refuses the whole call. */
export async function trashElements(
  tx: Tx,
  actor: Actor,
  refs: ElementRefs,
  query: { id?: string[] | undefined; loanId?: string | undefined },
): Promise<{ elements: Element[] }> {
  const body = refs.length > 0 ? { elements: [...refs] } : {};
  const trashed = await trashChosenElements(tx, actor, body, query);
  const loanOf = new Map(trashed.elements.map(({ id, loanId }) => [id, loanId]));
  if (refs.some(({ id, loanId }) => loanOf.get(id) !== loanId)) throw new ApiError('NOT_FOUND');
  for (const loanId of new Set(loanOf.values())) await applicationSeenBy(tx, actor, loanId);
  return trashed;
}
