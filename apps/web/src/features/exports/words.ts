import type { DownloadJob, DownloadPart, PackageFile } from '@cairn/contract';
import type { PackageKind } from '@cairn/contract/export-terms';
import { formatModified } from '../../lib/format/dates.ts';
import { formatSize } from '../../lib/format/sizes.ts';

export const KIND_WORDS: Record<PackageKind, { name: string; says: string; action: string }> = {
  ZIP: { name: 'Zip', says: 'The original files, in folders', action: 'Download' },
  PDF: { name: 'One PDF', says: 'All pages in one file, with an outline', action: 'Open' },
  ZIP_PDF: { name: 'Zip of PDFs', says: 'Each document as a PDF, in folders', action: 'Download' },
};

export const isBeingMade = ({ state }: PackageFile): boolean =>
  state === 'QUEUED' || state === 'RUNNING';

/** The state of one export, in a few words. */
export function statusWords(file: PackageFile, now: Date): string {
  switch (file.state) {
    case 'READY':
      return `${formatSize(file.size)} · ${formatModified(file.madeDate ?? '', now)}`;
    case 'QUEUED':
      return 'Queued';
    case 'RUNNING':
      return `Preparing… ${file.percent}%`;
    case 'FAILED':
      return 'Couldn’t be prepared';
    case 'EXPIRED':
      return 'Expired';
    case 'NEVER':
      return file.outOfDate ? 'Outdated: the package has changed' : 'Not prepared yet';
  }
}

type LeftOut = PackageFile['leftOut'][number];
const same = (one: LeftOut) => (other: LeftOut) =>
  one.folder === other.folder && one.title === other.title && one.reason === other.reason;

/** Files missing from all exports are listed once; those missing from one only are listed there. */
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
    ? 'Prepare download'
    : 'Prepare again';
}

/** What there is to know about the time. */
export const expiryWords = (files: readonly PackageFile[]): string =>
  files.every(({ state }) => state === 'READY')
    ? 'Available for a day unless the package changes.'
    : 'This may take a few minutes. You can close this window.';

const isOn = ({ state }: DownloadPart): boolean => state === 'QUEUED' || state === 'RUNNING';

export const isUnderWay = ({ zip, pdf }: DownloadJob): boolean => isOn(zip) || isOn(pdf);

/** "Lease, Tax return and 3 more". */
export function jobTitle({ titles, files, outOfDate }: DownloadJob): string {
  if (outOfDate) return 'An earlier selection';
  const more = files - titles.length;
  return more > 0 ? `${titles.join(', ')} and ${more} more` : titles.join(', ');
}

export function partWords({ state, percent }: DownloadPart, outOfDate: boolean): string {
  switch (state) {
    case 'READY':
      return outOfDate ? 'outdated, the files have changed' : 'ready';
    case 'QUEUED':
      return 'queued';
    case 'RUNNING':
      return `preparing… ${percent}%`;
    case 'FAILED':
      return 'couldn’t be prepared';
    case 'EXPIRED':
      return 'expired';
    case 'NEVER':
      return 'not prepared';
  }
}
