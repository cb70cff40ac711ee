import type { PackageKind } from '@cairn/contract/export-terms';
import { type Request, send } from '../../lib/client.ts';
import type { OptionFlags } from './exportOptions.ts';
import { refresh } from '../../lib/queries.ts';

/** The query that requests each kind of export [G-C6]; NAMED has the field of the reply with its URL. */
const ASKED: Record<PackageKind, NonNullable<Request<'getPackageUrls'>['query']>> = {
  ZIP: { zip: 'true' },
  PDF: { pdf: 'true' },
  ZIP_PDF: { zip: 'true', pdf: 'true' },
};
const NAMED = { ZIP: 'zipPackage', PDF: 'pdfPackage', ZIP_PDF: 'zip_pdfPackage' } as const;

/** A failed download is only logged [R300]. */
export const logFailure = (failure: unknown): true => {
  console.warn('the package could not be fetched', failure);
  return true;
};

/** Opens the PDF in a new window and downloads the other kinds [R091]. */
export async function downloadExport(
  loanId: string,
  kind: PackageKind,
  flags: OptionFlags,
): Promise<void> {
  // Opened synchronously in the click handler: later, the browser's popup blocker would prevent it.
  const opened = kind === 'PDF' ? window.open('about:blank', '_blank') : null;
  try {
    const query = { ...ASKED[kind], ...flags };
    const urls = await send('getPackageUrls', { params: { id: loanId }, query });
    const url = urls[NAMED[kind]];
    if (url === null) {
      // The package has changed since: refreshing the list shows that the export is out of date.
      opened?.close();
      await refresh(['package'], loanId);
    } else if (opened) {
      opened.opener = null;
      opened.location.replace(new URL(url, window.location.href).href);
    } else window.location.assign(url);
  } catch (failure) {
    opened?.close();
    logFailure(failure);
  }
}
