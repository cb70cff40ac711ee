import type { Element } from '@cairn/contract';
import { inPackageOrder } from '@cairn/contract/element-terms';

export interface Folder {
  element: Element;
  parent: Folder | null;
  /** The root has depth 1, as the tree's aria-level requires. */
  depth: number;
  folders: Folder[];
  files: Element[];
  /** Counts of answered and of all requests below the folder, at any depth. Links are not counted. */
  answered: number;
  total: number;
}

export interface Package {
  root: Folder;
  byId: Map<string, Folder>;
}

/** A link shows a request a second time, and only the original is counted. */
export const isRequest = ({ id, elementId }: Element): boolean => id === elementId;
export const isAnswered = ({ answer, status }: Element): boolean =>
  answer !== null && !answer.inProgress && status !== 'EXPIRED';

function newFolder(element: Element, parent: Folder | null): Folder {
  const depth = (parent?.depth ?? 0) + 1;
  return { element, parent, depth, folders: [], files: [], answered: 0, total: 0 };
}

function count(folder: Folder): void {
  folder.folders.forEach(count);
  const below = (figure: 'answered' | 'total') =>
    folder.folders.reduce((sum, child) => sum + child[figure], 0);
  const requests = folder.files.filter(isRequest);
  folder.answered = below('answered') + requests.filter(isAnswered).length;
  folder.total = below('total') + requests.length;
}

/**
 * Builds the folder tree below the single root of a package. Elements whose parent the caller cannot see are placed
 * directly under the root, so that they are not lost.
 */
export function buildPackage(elements: Element[]): Package | null {
  const rootElement = elements.find(
    ({ parentId, storageType }) => parentId === null && storageType === 'FOLDER',
  );
  if (!rootElement) return null;
  const folderIds = new Set(
    elements.filter(({ storageType }) => storageType === 'FOLDER').map(({ id }) => id),
  );
  const children = Map.groupBy(
    elements.filter((element) => element !== rootElement).toSorted(inPackageOrder),
    ({ parentId }) => (parentId !== null && folderIds.has(parentId) ? parentId : rootElement.id),
  );
  const byId = new Map<string, Folder>();

  const fill = (folder: Folder): Folder => {
    byId.set(folder.element.id, folder);
    for (const child of children.get(folder.element.id) ?? []) {
      if (child.storageType === 'FILE') folder.files.push(child);
      else folder.folders.push(fill(newFolder(child, folder)));
    }
    return folder;
  };

  const root = fill(newFolder(rootElement, null));
  count(root);
  return { root, byId };
}

/** Leaves out folders without any request that the caller can see, because they are of no use to a borrower. */
export function withoutEmptyFolders(elements: Element[]): Element[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const full = new Set<string>();
  for (const { storageType, parentId } of elements) {
    if (storageType !== 'FILE') continue;
    for (let at = parentId; at !== null && !full.has(at); at = byId.get(at)?.parentId ?? null) {
      full.add(at);
    }
  }
  return elements.filter(
    ({ id, parentId, storageType }) => storageType === 'FILE' || parentId === null || full.has(id),
  );
}

export interface Counts {
  answered: number;
  approved: number;
  total: number;
}

/** Counts the documents that the caller sees; the loan's own totals may count more. */
export function countDocuments(elements: Element[]): Counts {
  const files = elements.filter((element) => element.storageType === 'FILE' && isRequest(element));
  return {
    answered: files.filter(isAnswered).length,
    approved: files.filter(({ approvedByUserId }) => approvedByUserId).length,
    total: files.length,
  };
}

/** The folders from the root to this one. */
export function pathTo(folder: Folder): Folder[] {
  return folder.parent ? [...pathTo(folder.parent), folder] : [folder];
}

export const pathName = (folder: Folder): string =>
  pathTo(folder)
    .map(({ element }) => element.title)
    .join(' / ');

/** A row of the tree: a folder or a document. */
export interface TreeRow {
  element: Element;
  /** The folder itself, or the folder that contains the document. */
  folder: Folder;
  isFile: boolean;
  depth: number;
}

/** The visible rows of the tree, top to bottom. The contents of closed folders are left out. */
export function openRows(folder: Folder, open: ReadonlySet<string>, hideFiles: boolean): TreeRow[] {
  const { element, depth } = folder;
  const folderRow = { element, folder, isFile: false, depth };
  if (!open.has(element.id)) return [folderRow];
  const files = hideFiles ? [] : folder.files;
  return [
    folderRow,
    ...folder.folders.flatMap((child) => openRows(child, open, hideFiles)),
    ...files.map((file) => ({ element: file, folder, isFile: true, depth: depth + 1 })),
  ];
}

/** The folders to open initially, so that exactly `depth` levels are visible. */
export const openToDepth = (root: Folder, depth: number): Set<string> =>
  new Set(
    everyFolder(root)
      .filter((folder) => folder.depth < depth)
      .map(({ element }) => element.id),
  );

export const everyFolder = (folder: Folder): Folder[] => [
  folder,
  ...folder.folders.flatMap(everyFolder),
];
