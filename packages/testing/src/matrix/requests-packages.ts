/** The calls about the package as files, aimed. */
import type { packages } from '@cairn/contract/packages';
import { LOAN, type Aim } from './aims.ts';

export const PACKAGE_AIMS: Record<keyof typeof packages, Aim> = {
  refreshPackages: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id }, query: { zip: 'true', pdf: 'true' } }),
  },
  getPackageUrls: {
    scopes: LOAN,
    at: ({ loan }) => ({ params: { id: loan.id }, query: { zip: 'true' } }),
  },
  listPackages: { scopes: LOAN, at: ({ loan }) => ({ params: { id: loan.id } }) },
};
