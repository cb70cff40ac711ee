import type { PackageFile } from '@cairn/contract';
import type { PackageKind } from '@cairn/contract/package-terms';
import { formatModified } from '../../format/dates.ts';
import { formatSize } from '../../format/sizes.ts';

export const KIND_WORDS: Record<PackageKind, { name: string; says: string; action: string }> = {
  ZIP: { name: 'Zip', says: 'The files as they were sent, in folders', action: 'Download' },
  PDF: { name: 'One PDF', says: 'All pages in one file, with an outline', action: 'Open' },
  ZIP_PDF: { name: 'Zip of PDFs', says: 'Each document as a PDF, in folders', action: 'Download' },
};

export const isBeingMade = ({ state }: PackageFile): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** How one of them stands, in a few words. */
export function standing(file: PackageFile, now: Date): string {
  switch (file.state) {
    case 'READY':
      return `${formatSize(file.size)} · ${formatModified(file.madeDate ?? '', now)}`;
    case 'QUEUED':
      return 'Waiting to be made';
    case 'RUNNING':
      return `Being made, ${file.percent}%`;
    case 'FAILED':
      return 'Could not be made';
    case 'EXPIRED':
      return 'Made more than a day ago, and gone since';
    case 'NEVER':
      return file.outOfDate ? 'The package has changed since it was made' : 'Not made yet';
  }
}

type LeftOut = PackageFile['leftOut'][number];
const same = (one: LeftOut) => (other: LeftOut) =>
  one.folder === other.folder && one.title === other.title && one.reason === other.reason;

/** What is in none of them is said once; what one of them lacks besides is said there. */
export function leftOutOf(files: readonly PackageFile[]): {
  everywhere: LeftOut[];
  besides: (file: PackageFile) => LeftOut[];
} {
  const [first, ...others] = files;
  const everywhere = (first?.leftOut ?? []).filter((each) =>
    others.every(({ leftOut }) => leftOut.some(same(each))),
  );
  return {
    everywhere,
    besides: ({ leftOut }) => leftOut.filter((each) => !everywhere.some(same(each))),
  };
}

export const documents = (count: number): string =>
  count === 1 ? '1 document' : `${count} documents`;

/** What the button offers; nothing where everything is there, or on its way. */
export function offerToMake(files: readonly PackageFile[]): string | null {
  if (files.some(isBeingMade) || files.every(({ state }) => state === 'READY')) return null;
  return files.every(({ state, outOfDate }) => state === 'NEVER' && !outOfDate)
    ? 'Make the package'
    : 'Make it again';
}

/** What there is to know about the time. */
export const keeping = (files: readonly PackageFile[]): string =>
  files.every(({ state }) => state === 'READY')
    ? 'Kept for a day, unless the package changes.'
    : 'It may take a few minutes. You can close this and go on.';
