import type { PackageKind } from '@cairn/contract/export-terms';
import { type Request, send } from '../../lib/client.ts';
import type { OptionFlags } from './exportOptions.ts';
import { refresh } from '../../lib/queries.ts';

/** Which of the three is meant [G-C6], and under which name its address comes. */
const ASKED: Record<PackageKind, NonNullable<Request<'getPackageUrls'>['query']>> = {
  ZIP: { zip: 'true' },
  PDF: { pdf: 'true' },
  ZIP_PDF: { zip: 'true', pdf: 'true' },
};
const NAMED = { ZIP: 'zipPackage', PDF: 'pdfPackage', ZIP_PDF: 'zip_pdfPackage' } as const;

/** A failure to fetch is only logged [R300]. */
export const logFailure = (failure: unknown): true => {
  console.warn('the package could not be fetched', failure);
  return true;
};

/** The PDF in a window of its own, the others as a download [R091]. */
export async function downloadExport(
  loanId: string,
  kind: PackageKind,
  flags: OptionFlags,
): Promise<void> {
  // Opened with the click: later, the browser would take it for an advertisement.
  const opened = kind === 'PDF' ? window.open('about:blank', '_blank') : null;
  try {
    const query = { ...ASKED[kind], ...flags };
    const urls = await send('getPackageUrls', { params: { id: loanId }, query });
    const url = urls[NAMED[kind]];
    if (url === null) {
      // Changed a moment ago: the page says so once it has looked again.
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
