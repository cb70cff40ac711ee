/** The calls about the package as files, aimed. */
import type { packageExports } from '@cairn/contract/exports';
import { LOAN, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

/** A loan on which a request is answered with a document: there is something to make a file of. */
const answeredOn = ({ loan, documentId }: Target): Aimed =>
  documentId === '' ? {} : { params: { id: loan.id } };

export const EXPORT_AIMS: Record<keyof typeof packageExports, Aim> = {
  refreshPackages: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true', pdf: 'true' } }),
  },
  getPackageUrls: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true' } }),
  },
  // Refused as not ready where it would be handed out: none was made.
  downloadPackage: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true' } }),
  },
  listPackages: { scopes: LOAN, at: answeredOn },
};
