/** The content of an export: which documents the caller sees, in which folders, under which titles. */
import { createHash } from 'node:crypto';
import { type ContentState, inPackageOrder } from '@cairn/contract';
import {
  EXPORT_OPTIONS,
  type ExportOption,
  type ExportOptions,
  type LeftOutReason,
} from '@cairn/contract/export-terms';
import { typedAnswer } from './typed-answers.ts';

/** An element of the package as the requesting person sees it, with the document that answers it. */
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
  readonly document_size: number | null;
  /** Null if pages are not counted (yet). */
  readonly document_pages: number | null;
  readonly content_state: ContentState | null;
  readonly virus_scan_state: string | null;
  /** The value of a typed answer. */
  readonly answer_value: unknown;
  readonly is_approved: boolean;
  readonly approved_by: string | null;
  readonly decided_at: string | null;
  /** Belongs to another loan and is shared with this one. */
  readonly is_shared: boolean;
}

export interface PlannedFolder {
  readonly title: string;
  /** Index of the parent folder; null for the root. */
  readonly within: number | null;
}
/** The approval of one request. The same document may answer another request that is not approved. */
export interface PlannedApproval {
  /** The account id; its name is looked up when the file is built. */
  readonly by: string;
  readonly at: string | null;
}
export interface PlannedFile {
  readonly within: number | null;
  readonly title: string;
  readonly name: string;
  readonly documentId: string;
  readonly version: number;
  /** Absent if not approved, and in plans of earlier versions. */
  readonly approval?: PlannedApproval;
}
export interface LeftOut {
  readonly folder: string;
  readonly title: string;
  readonly reason: LeftOutReason;
}
/** A typed answer to a request. */
export interface PlannedAnswer {
  readonly folder: string;
  readonly title: string;
  readonly text: string;
}
export interface Plan {
  readonly folders: readonly PlannedFolder[];
  readonly files: readonly PlannedFile[];
  readonly leftOut: readonly LeftOut[];
  /** Absent in plans of earlier versions. */
  readonly answers?: readonly PlannedAnswer[];
  readonly options?: readonly ExportOption[];
}

export const NO_OPTIONS: ExportOptions = { approvedOnly: false, cover: false, stamps: false };
export const chosenOptions = (options: ExportOptions): ExportOption[] =>
  EXPORT_OPTIONS.filter((option) => options[option]);
export const optionsIn = (names: readonly string[]): ExportOptions => ({
  approvedOnly: names.includes('approvedOnly'),
  cover: names.includes('cover'),
  stamps: names.includes('stamps'),
});

/** The number of files in an export; all typed answers together are one. */
export const countFiles = ({ files, answers = [] }: Plan): number =>
  files.length + (answers.length > 0 ? 1 : 0);

/** Name of the file with typed answers. */
export const TYPED_ANSWERS = 'Typed answers';

const SHARED = 'Shared from other loans';

interface Planning {
  readonly options?: ExportOptions;
  /** Targets of links, if more than the planned elements are known. */
  readonly targets?: readonly Item[];
}

/** In tree order, followed by what other loans share; folders without a file are left out. */
export function planOf(
  all: readonly Item[],
  { options = NO_OPTIONS, targets = all }: Planning = {},
): Plan {
  const items = all.filter(({ is_shared }) => !is_shared);
  const byId = new Map(targets.map((item) => [item.id, item]));
  const root = items.find(({ parent_id, storage_type }) => !parent_id && storage_type === 'FOLDER');
  const ids = new Set(
    items.filter(({ storage_type }) => storage_type === 'FOLDER').map(({ id }) => id),
  );
  // Elements in a folder that the caller does not see move to the root, as on the page.
  const children = Map.groupBy(
    items.filter((item) => item !== root).toSorted(inOrder),
    ({ parent_id }) => (parent_id !== null && ids.has(parent_id) ? parent_id : root?.id),
  );
  const folders: PlannedFolder[] = [];
  const files: PlannedFile[] = [];
  const leftOut: LeftOut[] = [];
  const answers: PlannedAnswer[] = [];
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
  const take = ({ title, target_id, ...item }: Item, within: number | null, folder: string) => {
    // A link shows the answer of its target, if the caller sees that.
    const answer = target_id === null ? item : byId.get(target_id);
    if (!answer) return;
    const text = typedAnswer(answer.answer_value);
    const { document_id: documentId, document_name, document_version } = answer;
    if (documentId === null && text === undefined) return;
    const reason =
      (documentId !== null && scanReason(answer.virus_scan_state)) ||
      (options.approvedOnly && !answer.is_approved && 'NOT_APPROVED');
    if (reason) leftOut.push({ folder, title, reason });
    else if (documentId === null) answers.push({ folder, title, text: text! });
    else {
      const [name, version] = [document_name!, document_version!];
      const approval = approvalOf(answer);
      files.push({ within, title, name, documentId, version, ...(approval && { approval }) });
    }
  };
  walk(root?.id, null, '');
  const shared = all.filter((item) => item.is_shared && item.storage_type === 'FILE');
  const [place, before] = [folders.length, files.length];
  folders.push({ title: SHARED, within: null });
  for (const item of shared.toSorted(inOrder)) take(item, place, SHARED);
  if (files.length === before) folders.length = place;
  return { folders, files, leftOut, answers, options: chosenOptions(options) };
}

const approvalOf = ({ is_approved, approved_by, decided_at }: Omit<Item, 'title' | 'target_id'>) =>
  is_approved && approved_by !== null ? { by: approved_by, at: decided_at } : undefined;

const inOrder = (one: Item, other: Item): number => inPackageOrder(placeOf(one), placeOf(other));
const placeOf = ({ storage_type, display_order, title }: Item) => ({
  storageType: storage_type,
  displayOrder: display_order,
  title,
});

/** Why a file in this scan state is left out; undefined if it is clean. */
export function scanReason(state: string | null): LeftOutReason | undefined {
  if (state === 'CLEAN') return undefined;
  return state === 'INFECTED' ? 'INFECTED' : 'NOT_CHECKED';
}

/** "Tax returns / 2025"; empty for a file in the root. */
export function folderOf(
  { folders }: Pick<Plan, 'folders'>,
  { within }: { within: number | null },
): string {
  const titles: string[] = [];
  for (let at = within; at !== null; at = folders[at]!.within) titles.unshift(folders[at]!.title);
  return titles.join(' / ');
}

/** Version of the export format: increasing it makes existing files count as outdated. */
const EDITION = 3;

export const fingerprintOf = ({ folders, files, leftOut, answers, options }: Plan): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        EDITION,
        folders.map(({ title, within }) => [title, within]),
        files.map(({ within, title, name, documentId, version, approval }) => [
          ...[within, title, name, documentId, version],
          ...(approval ? [approval.by, approval.at] : []),
        ]),
        leftOut.map(({ folder, title, reason }) => [folder, title, reason]),
        (answers ?? []).map(({ folder, title, text }) => [folder, title, text]),
        options ?? [],
      ]),
    )
    .digest();
