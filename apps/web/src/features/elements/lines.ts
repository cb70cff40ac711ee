import type { Element } from '@cairn/contract';
import type { Found } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';

/** A row of the documents: a folder, or a file with its folder where that is not the one on the page. */
export type Line = { folder: Folder } | { file: Element; place?: string };

export const itemOf = (line: Line): Element => ('folder' in line ? line.folder.element : line.file);

export function linesOf(folder: Folder, found: readonly Found[] | null): Line[] {
  if (found) {
    return found.map(({ file, folder: place }) =>
      place === folder ? { file } : { file, place: place.element.title },
    );
  }
  return [
    ...folder.folders.map((child) => ({ folder: child })),
    ...folder.files.map((file) => ({ file })),
  ];
}
