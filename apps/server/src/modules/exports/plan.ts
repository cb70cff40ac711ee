/** The content of an export: which documents the caller sees, in which folders, under which titles. */
import { createHash } from 'node:crypto';
import { inPackageOrder } from '@cairn/contract';
import type { LeftOutReason } from '@cairn/contract/export-terms';

/** An item of the package as its asker sees it, with the document that answers it. */
export interface Item {
  readonly id: string;
  readonly parent_id: string | null;
  readonly target_id: string | null;
  readonly title: string;
  readonly storage_type: 'FILE' | 'FOLDER';
  readonly display_order: number;
  readonly document_id: string | null;
  readonly document_name: string | null;
  readonly document_version: number | null;
  readonly virus_scan_state: string | null;
}

export interface PlannedFolder {
  readonly title: string;
  /** Index of its parent folder; null: in the package's root. */
  readonly within: number | null;
}
export interface PlannedFile {
  readonly within: number | null;
  readonly title: string;
  readonly name: string;
  readonly documentId: string;
  readonly version: number;
}
export interface LeftOut {
  readonly folder: string;
  readonly title: string;
  readonly reason: LeftOutReason;
}
export interface Plan {
  readonly folders: readonly PlannedFolder[];
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
}

/** In the order of the tree; folders without a file in them are not there. */
export function planOf(items: readonly Item[]): Plan {
  const root = items.find(({ parent_id, storage_type }) => !parent_id && storage_type === 'FOLDER');
  const known = new Set(
    items.filter(({ storage_type }) => storage_type === 'FOLDER').map(({ id }) => id),
  );
  // Elements below a folder that the caller does not see move to the root, as on the page.
  const children = Map.groupBy(
    items.filter((item) => item !== root).toSorted(inOrder),
    ({ parent_id }) => (parent_id !== null && known.has(parent_id) ? parent_id : root?.id),
  );
  const folders: PlannedFolder[] = [];
  const files: PlannedFile[] = [];
  const leftOut: LeftOut[] = [];
  const walk = (id: string | undefined, within: number | null, path: string): void => {
    for (const child of children.get(id) ?? []) {
      if (child.storage_type === 'FILE') take(child, within, path);
      else open(child, within, path);
    }
  };
  const open = (folder: Item, within: number | null, path: string): void => {
    const [place, before] = [folders.length, files.length];
    folders.push({ title: folder.title, within });
    walk(folder.id, place, path === '' ? folder.title : `${path} / ${folder.title}`);
    if (files.length === before) folders.length = place;
  };
  const take = (item: Item, within: number | null, folder: string): void => {
    const { title, document_id, document_name, document_version } = item;
    // A link leads to a file that has its own place.
    if (document_id === null || item.target_id !== null) return;
    const reason = scanReason(item.virus_scan_state);
    if (reason) leftOut.push({ folder, title, reason });
    else {
      const [name, version] = [document_name!, document_version!];
      files.push({ within, title, name, documentId: document_id, version });
    }
  };
  walk(root?.id, null, '');
  return { folders, files, leftOut };
}

const inOrder = (one: Item, other: Item): number => inPackageOrder(placeOf(one), placeOf(other));
const placeOf = ({ storage_type, display_order, title }: Item) => ({
  storageType: storage_type,
  displayOrder: display_order,
  title,
});

/** Why a file in this scan state is left out; undefined: it is clean. */
export function scanReason(state: string | null): LeftOutReason | undefined {
  if (state === 'CLEAN') return undefined;
  return state === 'INFECTED' ? 'INFECTED' : 'NOT_CHECKED';
}

/** "Tax returns / 2025", as people read it; empty for a file in the root. */
export function folderOf(
  { folders }: Pick<Plan, 'folders'>,
  { within }: { within: number | null },
): string {
  const titles: string[] = [];
  for (let at = within; at !== null; at = folders[at]!.within) titles.unshift(folders[at]!.title);
  return titles.join(' / ');
}

/** How a package is put together: a file made in another way is another file. */
const EDITION = 1;

export const fingerprintOf = ({ folders, files, leftOut }: Plan): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        EDITION,
        folders.map(({ title, within }) => [title, within]),
        files.map((file) => [file.within, file.title, file.name, file.documentId, file.version]),
        leftOut.map(({ folder, title, reason }) => [folder, title, reason]),
      ]),
    )
    .digest();
