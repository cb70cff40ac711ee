import type { DownloadJob, DownloadPart, PackageContents, PackageFile } from '@cairn/contract';
import type { LeftOutReason, PackageKind } from '@cairn/contract/export-terms';
import { KIND_NAMES } from '../../lib/exportWords.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatSize } from '../../lib/format/sizes.ts';

export const KIND_WORDS: Record<PackageKind, { name: string; says: string; action: string }> = {
  ZIP: { name: KIND_NAMES.ZIP, says: 'The original files, in folders', action: 'Download' },
  PDF: {
    name: KIND_NAMES.PDF,
    says: 'All pages in one file, with an outline',
    action: 'Open',
  },
  ZIP_PDF: {
    name: KIND_NAMES.ZIP_PDF,
    says: 'Each document as a PDF, in folders',
    action: 'Download',
  },
};

export const isBeingMade = ({ state }: PackageFile): boolean =>
  state === 'QUEUED' || state === 'RUNNING' || state === 'CANCELING';

/** The state of one export, in a few words. */
export function statusWords(file: PackageFile, now: Date): string {
  switch (file.state) {
    case 'READY':
      return `${formatSize(file.size)} · ${formatModified(file.madeDate ?? '', now)}`;
    case 'QUEUED':
      return 'Queued';
    case 'RUNNING':
      return `Preparing… ${file.percent}%`;
    case 'CANCELING':
      return 'Canceling…';
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

/** Files that all exports leave out are listed once; the others are listed with their export. */
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

type Counted = Pick<PackageContents, 'pages' | 'uncounted' | 'size'>;

export const totalOf = (contents: readonly Counted[]): Counted => ({
  pages: contents.reduce((sum, { pages }) => sum + pages, 0),
  uncounted: contents.reduce((sum, { uncounted }) => sum + uncounted, 0),
  size: contents.reduce((sum, { size }) => sum + size, 0),
});

/** "412 pages", or "12 pages or more" if some files are not counted yet. */
export function pageWords({ pages, uncounted }: Counted): string {
  if (pages === 0) return uncounted > 0 ? 'Not counted yet' : 'None';
  const pageCount = pages === 1 ? '1 page' : `${pages.toLocaleString('en-US')} pages`;
  return uncounted > 0 ? `${pageCount} or more` : pageCount;
}

const REASON_WORDS: Record<LeftOutReason, string> = {
  INFECTED: 'blocked by the file check',
  NOT_CHECKED: 'not checked for viruses yet',
  UNSUPPORTED: 'without pages',
  PASSWORD: 'protected by a password',
  DAMAGED: 'that can’t be opened',
  TOO_LARGE: 'too large for pages',
  EMPTY: 'empty',
  NOT_APPROVED: 'not approved',
};

/** "Leaves out 35 not approved and 1 blocked by the file check." */
export function leftOutWords(leftOut: readonly LeftOut[]): string {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason);
  const parts = [...byReason].map(
    ([reason, sameReason]) => `${sameReason.length} ${REASON_WORDS[reason]}`,
  );
  return `Leaves out ${new Intl.ListFormat('en-US').format(parts)}.`;
}

/** The label of the button, or null if every export is ready or one is in progress. */
export function offerToMake(files: readonly PackageFile[]): string | null {
  if (files.some(isBeingMade) || files.every(({ state }) => state === 'READY')) return null;
  return files.every(({ state, outOfDate }) => state === 'NEVER' && !outOfDate)
    ? 'Prepare download'
    : 'Prepare again';
}

/** How long the exports are available, or how long preparing them takes. */
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

/** Announced when a download has finished: "Lease is ready", or that it could not be prepared. */
export const endWords = (job: DownloadJob): string =>
  [job.zip, job.pdf].some(({ state }) => state === 'FAILED')
    ? `${jobTitle(job)} couldn’t be prepared`
    : `${jobTitle(job)} is ready`;

export function partWords({ state, percent }: DownloadPart, outOfDate: boolean): string {
  switch (state) {
    case 'READY':
      return outOfDate ? 'outdated, the files have changed' : 'ready';
    case 'QUEUED':
      return 'queued';
    case 'RUNNING':
      return `preparing… ${percent}%`;
    case 'CANCELING':
      return 'canceling…';
    case 'FAILED':
      return 'couldn’t be prepared';
    case 'EXPIRED':
      return 'expired';
    case 'NEVER':
      return 'not prepared';
  }
}
