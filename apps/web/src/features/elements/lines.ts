import type { Element } from '@cairn/contract';
import type { PackageMatch } from './packageFilter.ts';
import { type Folder, pathTo } from './packageTree.ts';

/** A row of the table: a folder or a file. `place` is the path to its folder if that is not the current folder. */
export type Line = { folder: Folder; place?: string } | { file: Element; place?: string };

export const itemOf = (line: Line): Element => ('folder' in line ? line.folder.element : line.file);

/**
 * The path from the current folder to another one, or from the root if the other one is not below the current folder.
 */
function placeIn(folder: Folder, place: Folder): string {
  const path = pathTo(place);
  return path
    .slice(Math.max(path.indexOf(folder) + 1, Math.min(1, path.length - 1)))
    .map(({ element }) => element.title)
    .join(' / ');
}

export function linesOf(
  folder: Folder,
  matches: readonly PackageMatch[] | null,
  folders: readonly Folder[] = [],
): Line[] {
  if (matches) {
    return [
      ...folders.map((each) =>
        each.parent === null || each.parent === folder
          ? { folder: each }
          : { folder: each, place: placeIn(folder, each.parent) },
      ),
      ...matches.map(({ file, folder: place }) =>
        place === folder ? { file } : { file, place: placeIn(folder, place) },
      ),
    ];
  }
  return [
    ...folder.folders.map((child) => ({ folder: child })),
    ...folder.files.map((file) => ({ file })),
  ];
}
