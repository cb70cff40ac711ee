import type { BellNotification } from '@cairn/contract';
import type { PackageKind } from '@cairn/contract/export-terms';

export const KIND_NAMES: Record<PackageKind, string> = {
  ZIP: 'Zip',
  PDF: 'One PDF',
  ZIP_PDF: 'Zip of PDFs',
};

const namesOf = (kinds: readonly PackageKind[]): string =>
  new Intl.ListFormat('en-US').format(kinds.map((kind) => KIND_NAMES[kind]));

/** The result of a download, the file kinds it concerns, and the label of the next action. */
export function exportWords({ ready, failed }: NonNullable<BellNotification['exported']>) {
  if (ready.length === 0) {
    return { what: 'couldn’t be prepared', kinds: namesOf(failed), action: 'Open' };
  }
  const except = failed.length > 0 ? `, except for ${namesOf(failed)}` : '';
  return { what: `is ready${except}`, kinds: namesOf(ready), action: 'Download' };
}

/**
 * Search parameters of the page with the list of downloads that contains the files, with the options that they were
 * prepared with.
 */
export const exportSearch = ({ jobId, options }: NonNullable<BellNotification['exported']>) => ({
  view: 'package' as const,
  downloads: jobId === null ? 'package' : 'selection',
  ...(jobId === null && { options: options.join() || 'none' }),
});
