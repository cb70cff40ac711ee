/** Names in a zip: as close to those that people chose as is safe on every system. */
import type { Plan, PlannedFile, PlannedFolder } from './plan.ts';

/** Windows allows 260 characters, and people unpack into nested folders. */
const LONGEST_PATH = 180;
const LONGEST_NAME = 80;

// Reserved device names of Windows, with any extension.
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/** One segment of a path: it cannot lead elsewhere, be hidden, or contain a line break. */
export function safeName(name: string, longest = LONGEST_NAME): string {
  const clean = name
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .trim();
  const short = trimName(Array.from(clean).slice(0, longest).join(''));
  if (short === '') return '_';
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Without a dot at the end, which Windows drops, and never "." or "..". */
const trimName = (name: string): string => name.replace(/^\.+|[. ]+$/g, '').trim();

/** ".pdf" of "Return 2025.pdf"; empty for a name without an extension, or with an invalid one. */
export const extensionOf = (name: string): string =>
  /\.[A-Za-z0-9]{1,8}$/.exec(name.trim())?.[0].toLowerCase() ?? '';

/** Finds the first free name of "Lease.pdf", "Lease (2).pdf"…, ignoring case. */
class Names {
  private readonly taken = new Set<string>();

  free(folder: string, stem: string, extension = ''): string {
    for (let number = 1; ; number += 1) {
      const path = `${folder}${stem}${number === 1 ? '' : ` (${number})`}${extension}`;
      const key = path.toLowerCase().normalize('NFKC');
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return path;
    }
  }
}

/** A path for each planned file. `extension` is the file's type in this zip. */
export function pathsOf(
  { folders, files }: Pick<Plan, 'folders' | 'files'>,
  reserved: readonly string[],
  extension: (file: PlannedFile, index: number) => string,
): string[] {
  const names = new Names();
  for (const name of reserved) names.free('', name);
  const places: string[] = [];
  for (const folder of folders) places.push(placeOf(folder, places, names));
  return files.map((file, index) => {
    const place = file.within === null ? '' : places[file.within]!;
    const ending = extension(file, index);
    // The title may already include the extension.
    const title =
      ending !== '' && file.title.toLowerCase().endsWith(ending)
        ? file.title.slice(0, -ending.length)
        : file.title;
    return names.free(place, safeName(title), ending);
  });
}

/** A folder beyond the longest path is left out, and its files move to its parent. */
function placeOf(
  { title, within }: PlannedFolder,
  places: readonly string[],
  names: Names,
): string {
  const above = within === null ? '' : places[within]!;
  const room = LONGEST_PATH - LONGEST_NAME - above.length;
  if (room < 8) return above;
  return `${names.free(above, safeName(title, Math.min(LONGEST_NAME, room)))}/`;
}
