/** Plans the content of a selection from what the caller sees now; each call plans it again. */
import type { ExportOptions } from '@cairn/contract/export-terms';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries } from '../../platform/db/db.ts';
import { packagePolicy, packageSeenBy } from '../elements/index.ts';
import { authorizeItems, type findItemsToDownload } from '../shoebox/index.ts';
import { chosenOptions, fingerprintOf, planOf, scanReason, type Item, type Plan } from './plan.ts';
import { packageItems } from './store.ts';

export interface Selection {
  readonly companyId: string;
  /** Null for the shoebox. */
  readonly loanId: string | null;
  /** The loans of its documents; null among them for an employee's own files. */
  readonly loanIds: readonly (string | null)[];
  readonly itemIds: readonly string[];
  readonly options: ExportOptions;
  readonly plan: Plan;
  readonly fingerprint: Buffer;
}

/**
 * A package as the caller sees it, from which selections are planned. A loan that the caller does not see gives the
 * same error as a hidden element, so that the two cannot be distinguished.
 */
export async function packageForSelections(reads: Queries, actor: Actor, loanId: string) {
  const visiblePackage = await packageSeenBy(reads, actor, loanId).catch((error: unknown) => {
    throw error instanceof ApiError ? new ApiError('NOT_FOUND') : error;
  });
  const loanPackage = authorize(packagePolicy, 'download', actor, visiblePackage);
  const items: readonly Item[] = await packageItems(reads, actor, loanPackage);
  return { companyId: loanPackage.company_id, loanId: loanPackage.id, items };
}
export type SelectablePackage = Awaited<ReturnType<typeof packageForSelections>>;

/** Throws if an element is in the trash, hidden from the caller, or of another loan. */
export function selectElements(
  { companyId, loanId, items }: SelectablePackage,
  ids: readonly string[],
  options: ExportOptions,
): Selection {
  const byId = new Map(items.map((item) => [item.id, item]));
  const selected = new Set(ids);
  if (ids.some((id) => !byId.has(id))) throw new ApiError('NOT_FOUND');
  const within = (item: Item): boolean => {
    const above = item.parent_id === null ? undefined : byId.get(item.parent_id);
    return selected.has(item.id) || (above !== undefined && within(above));
  };
  const plan = planOf(
    items.filter((item) => item.storage_type === 'FOLDER' || within(item)),
    { options, targets: items },
  );
  return {
    companyId,
    loanId,
    loanIds: [loanId],
    itemIds: ids,
    options,
    plan,
    fingerprint: fingerprintOf(plan),
  };
}

/** One selection for each company, because a file must not mix documents of two lenders. */
export function selectShoeboxItems(
  actor: Actor,
  foundItems: FoundItems,
  ids: readonly string[],
  options: ExportOptions,
): Selection[] {
  const items = authorizeItems(actor, foundItems, ids);
  return [...Map.groupBy(items, ({ company_id }) => company_id)].map(
    ([companyId, companyItems]) => {
      const plan = { ...planShoebox(companyItems), options: chosenOptions(options) };
      return {
        companyId,
        loanId: null,
        loanIds: [...new Set(companyItems.map(({ loan_id }) => loan_id))],
        itemIds: companyItems.map(({ id }) => id),
        options,
        plan,
        fingerprint: fingerprintOf(plan),
      };
    },
  );
}

type FoundItems = Awaited<ReturnType<typeof findItemsToDownload>>;
type ShoeboxFile = FoundItems[number];

const OWN_SHOEBOX = 'Own shoebox';

/** One folder for each loan, if there are several. */
function planShoebox(items: readonly ShoeboxFile[]): Plan {
  const byLoan = [...Map.groupBy(items, ({ loan_id }) => loan_id).values()];
  const titleOf = ([first]: readonly ShoeboxFile[]) => first?.loan_name ?? OWN_SHOEBOX;
  const inFolders = byLoan.length > 1;
  const files = byLoan.flatMap((loanItems, folder) =>
    loanItems.map((item) => ({
      item,
      within: inFolders ? folder : null,
      folder: titleOf(loanItems),
    })),
  );
  return {
    folders: inFolders
      ? byLoan.map((loanItems) => ({ title: titleOf(loanItems), within: null }))
      : [],
    files: files
      .filter(({ item }) => scanReason(item.virus_scan_state) === undefined)
      .map(({ item, within }) => ({
        within,
        title: item.title,
        name: item.document_name,
        documentId: item.document_id,
        version: item.document_version,
      })),
    leftOut: files.flatMap(({ item, folder }) => {
      const reason = scanReason(item.virus_scan_state);
      return reason ? [{ folder: inFolders ? folder : '', title: item.title, reason }] : [];
    }),
  };
}
