/** Names in a zip: as people gave them, and safe on every system. */
import type { Plan, PlannedFile, PlannedFolder } from './plan.ts';

/** Windows gives up at 260, and people unpack into folders of their own. */
const LONGEST_PATH = 180;
const LONGEST_NAME = 80;

// Devices of Windows, whatever follows the dot.
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;

/** One step of a path: nothing in it leads elsewhere, hides or breaks a line. */
export function safeName(given: string, longest = LONGEST_NAME): string {
  const clean = given
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[<>:"/\\|?*]/g, '_')
    .trim();
  const short = trimName(Array.from(clean).slice(0, longest).join(''));
  if (short === '') return '_';
  return RESERVED.test(short) ? `_${short}` : short;
}

/** Neither a dot at the end, which Windows drops, nor "." and "..". */
const trimName = (name: string): string => name.replace(/^\.+|[. ]+$/g, '').trim();

/** ".pdf" of "Return 2025.pdf"; nothing for a name without one, or with one that cannot be. */
export const extensionOf = (name: string): string =>
  /\.[A-Za-z0-9]{1,8}$/.exec(name.trim())?.[0].toLowerCase() ?? '';

/** The first free name of "Lease.pdf", "Lease (2).pdf"…, ignoring case. */
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

/** A path for each planned file. `extension` says what the file is in this zip. */
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
    // A user may have titled it "Lease.pdf".
    const title =
      ending !== '' && file.title.toLowerCase().endsWith(ending)
        ? file.title.slice(0, -ending.length)
        : file.title;
    return names.free(place, safeName(title), ending);
  });
}

/** Beyond the longest path a folder is left out, and its files move to the one above. */
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
