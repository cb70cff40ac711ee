/** The calls about the package as files, aimed. */
import type { packages } from '@cairn/contract/packages';
import { LOAN, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

/** A loan on which a request is answered with a document: there is something to make a file of. */
const answeredOn = ({ loan, documentId }: Target): Aimed =>
  documentId === '' ? {} : { params: { id: loan.id } };

export const PACKAGE_AIMS: Record<keyof typeof packages, Aim> = {
  refreshPackages: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true', pdf: 'true' } }),
  },
  getPackageUrls: {
    scopes: LOAN,
    at: (target) => ({ ...answeredOn(target), query: { zip: 'true' } }),
  },
  listPackages: { scopes: LOAN, at: answeredOn },
};
