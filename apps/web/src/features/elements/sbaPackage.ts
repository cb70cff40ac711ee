/** The package arranged by SBA's ten tabs instead of by folder. */
import type { Element } from '@cairn/contract';
import { groupBySbaTab, sbaTabName } from '@cairn/contract/sba-tabs';
import { type PackageMatch, filesBelow } from './packageFilter.ts';
import { type Folder, isAnswered, isRequest, type Package } from './packageTree.ts';

export interface SbaPackage extends Package {
  /** The requests of a tab, or of all tabs for the root, each with its folder in the package. */
  foundIn: (folder: Folder) => PackageMatch[];
  /** The number of the tab; null for the requests without a tab, undefined for the root. */
  tabOf: (folder: Folder) => number | null | undefined;
}

/**
 * Represents a tab as a folder, so that the tree and the table can show it. Its other properties are those of the root.
 */
function tabFolder(root: Folder, id: string, title: string, files: Element[]): Folder {
  const { element } = root;
  const modified = files.map(({ lastModifiedDate }) => lastModifiedDate).toSorted();
  return {
    element: {
      ...element,
      id,
      elementId: id,
      title,
      parentId: element.id,
      lastModifiedDate: modified.at(-1) ?? element.lastModifiedDate,
    },
    parent: root,
    depth: 2,
    folders: [],
    files,
    answered: files.filter(isAnswered).length,
    total: files.length,
  };
}

/** Leaves out links, because a link would show its request a second time in the same tab. */
export function buildSbaPackage({ root }: Package): SbaPackage {
  const all = filesBelow(root).filter(({ file }) => isRequest(file));
  const files = all.map(({ file }) => file);
  const places = new Map(all.map((match) => [match.file.id, match]));
  const top: Folder = { ...root, folders: [], files: [] };
  const rest = files.filter(({ sbaTab }) => sbaTab === null);
  const tabs = new Map<Folder, number | null>(
    groupBySbaTab(files).map(({ number, elements }) => [
      tabFolder(top, `sba-${number}`, sbaTabName(number), elements),
      number,
    ]),
  );
  if (rest.length > 0) tabs.set(tabFolder(top, 'sba-none', 'Not in a tab', rest), null);
  top.folders.push(...tabs.keys());
  return {
    root: top,
    byId: new Map([top, ...top.folders].map((folder) => [folder.element.id, folder])),
    foundIn: (folder) =>
      (folder.parent === null ? files : folder.files).flatMap(({ id }) => places.get(id) ?? []),
    tabOf: (folder) => tabs.get(folder),
  };
}

const EXPECTED = 'SBA expects documents under each of the ten tabs.';
export const emptyTabText = (mayRequest: boolean): string =>
  mayRequest
    ? `${EXPECTED} Drag a request onto this tab, or choose the tab when you edit the request.`
    : EXPECTED;
