/** Items as replies show them, with their loans and suggested requests. */
import type { Element, ShoeboxItem } from '@cairn/contract';
import { byTitle } from '@cairn/contract/shoebox-terms';
import { entityNames, isWanted } from '@cairn/contract/task-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { fullName } from '../../platform/full-name.ts';
import { factsOf, type FactsRow } from '../documents/index.ts';
import { elementsSeenBy } from '../elements/index.ts';
import type { FileContent } from './compare-content.ts';
import { presentItem, type Suggested } from './present.ts';
import {
  aliasesOn,
  filedLately,
  itemsByIds,
  itemsFor,
  loansWithStanding,
  type ItemQuery,
  type ItemRow,
  type LoanOfItem,
} from './store.ts';
import {
  rankRequests,
  suggestFilings,
  type OpenRequest,
  type WaitingFile,
} from './suggest-filings.ts';

export async function loansOf(
  reads: Queries,
  actor: Actor,
  rows: readonly Pick<ItemRow, 'loan_id'>[],
): Promise<Map<string, LoanOfItem>> {
  const ids = [...new Set(rows.flatMap(({ loan_id }) => loan_id ?? []))];
  if (ids.length === 0) return new Map();
  const loans = await reads.run(loansWithStanding(actor, ids));
  return new Map(loans.map((loan) => [loan.id, loan]));
}

export async function presentItems(
  reads: Queries,
  actor: Actor,
  rows: readonly ItemRow[],
): Promise<ShoeboxItem[]> {
  const loans = await loansOf(reads, actor, rows);
  return rows.map((row) => presentItem(row, { actor, loans }));
}

/** The named items as they are now, without those that were filed or deleted. */
export async function itemsNow(
  reads: Queries,
  actor: Actor,
  ids: readonly string[],
): Promise<ShoeboxItem[]> {
  const items = await presentItems(reads, actor, await reads.run(itemsByIds(actor, ids)));
  return items.toSorted(byTitle);
}

/** Items of some loans by title. One loan that the caller does not see refuses the call. */
export async function loanItems(
  reads: Queries,
  actor: Actor,
  filter: ItemQuery & { loanIds: readonly string[]; suggest: boolean },
): Promise<ShoeboxItem[]> {
  const loanIds = new Set(filter.loanIds);
  const standings = await reads.run(loansWithStanding(actor, [...loanIds]));
  if (standings.length < loanIds.size) throw new ApiError('LOAN_NOT_FOUND');
  const rows = await reads.run(itemsFor(actor, filter));
  const suggestions =
    filter.suggest && filter.status === 'ACTIVE'
      ? await suggestionsFor(reads, actor, rows)
      : new Map<string, Suggested>();
  const loans = new Map(standings.map((loan) => [loan.id, loan]));
  return rows.map((row) => presentItem(row, { actor, loans, suggestions })).toSorted(byTitle);
}

export async function itemSeenBy(reads: Queries, actor: Actor, id: string): Promise<ShoeboxItem> {
  const rows = await reads.run(itemsByIds(actor, [id]));
  const [row] = rows;
  if (!row) throw new ApiError('NOT_FOUND');
  const loans = await loansOf(reads, actor, rows);
  // Ranked together with the loan's other items: a request that fits another file better is not suggested.
  const around =
    row.loan_id === null || row.deleted_at !== null
      ? []
      : await reads.run(itemsFor(actor, { loanIds: [row.loan_id], status: 'ACTIVE' }));
  const suggestions = await suggestionsFor(reads, actor, around);
  return presentItem(row, { actor, loans, suggestions });
}

/** Computed for each loan by itself. A file is suggested only for a request that its reader sees and may answer. */
async function suggestionsFor(
  reads: Queries,
  actor: Actor,
  rows: readonly ItemRow[],
): Promise<Map<string, Suggested>> {
  const suggested = new Map<string, Suggested>();
  const usable = rows.filter(({ virus_scan_state }) => virus_scan_state !== 'INFECTED');
  for (const [loanId, items] of Map.groupBy(usable, ({ loan_id }) => loan_id)) {
    if (loanId === null) continue;
    const elements = await elementsSeenBy(reads, actor, loanId);
    const aliases = await reads.run(aliasesOn(loanId));
    const before = await reads.run(filedLately(actor, items[0]!.company_id));
    const facts = await factsOf(
      reads,
      items[0]!.company_id,
      [...items, ...before].map(({ document_id }) => document_id),
    );
    const comparison = [
      items.map((row) => ({ ...fileOf(row), content: contentOf(facts.get(row.document_id)) })),
      openRequests(elements, new Map(aliases.map((row) => [row.element_id, row.aliases]))),
      before.map(({ title, filed_as, document_id }) => ({
        title,
        filedAs: filed_as,
        words: facts.get(document_id)?.words ?? null,
      })),
    ] as const;
    const best = suggestFilings(...comparison);
    for (const [id, ranked] of rankRequests(...comparison)) {
      const suggestion = best.get(id) ?? null;
      const possible = ranked.filter(({ elementId }) => elementId !== suggestion?.elementId);
      suggested.set(id, { suggestion, possible });
    }
  }
  return suggested;
}

const yearIn = (day: string): number => Number(day.slice(0, 4));
const monthIn = (day: string): number => Number(day.slice(5, 7));

/** The content of a file in the form that suggestions compare. */
export function contentOf(row: FactsRow | undefined): FileContent | null {
  if (!row) return null;
  const { kind, years, periods } = row.facts;
  const ownYears = [...years.map(({ year }) => year), ...periods.map(({ to }) => yearIn(to))];
  return {
    words: row.words,
    kind: kind?.kind ?? null,
    kindWords: kind?.words ?? null,
    years: [...new Set(ownYears)],
    months: [...new Set(periods.flatMap(({ from, to }) => [monthIn(from), monthIn(to)]))],
  };
}

const fileOf = (row: ItemRow): WaitingFile => ({
  id: row.id,
  title: row.title,
  documentType: row.document_type,
  userId: row.user_id,
  userName: fullName(row.sender_given_name, row.sender_family_name) || null,
  sherpaEntityId: row.sherpa_entity_id,
});

/** A link shows a request a second time; files are filed to the original. */
const waitsForFile = (element: Element): boolean =>
  element.storageType === 'FILE' &&
  element.id === element.elementId &&
  element.questionType === null &&
  element.abilities.answer &&
  (isWanted(element) || element.status === 'EXPIRED');

function openRequests(
  elements: readonly Element[],
  aliases: ReadonlyMap<string, string[]>,
): OpenRequest[] {
  const entityNameOf = entityNames(elements);
  return elements.filter(waitsForFile).map((element) => ({
    elementId: element.id,
    title: element.title,
    entityId: element.sherpaEntityId,
    entityName: entityNameOf(element),
    assignedToUserId: element.assignedToUserId,
    aliases: aliases.get(element.id) ?? [],
  }));
}
