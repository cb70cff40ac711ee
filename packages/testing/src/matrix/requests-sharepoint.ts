/** Aims of the calls about SharePoint. */
import type { sharepoint } from '@cairn/contract/sharepoint';
import { SHAREPOINT_APP, SHAREPOINT_SITE } from '../sharepoint/environment.ts';
import { COMPANY, LOAN, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });
const byLoan = ({ loan }: Target): Aimed => ({ params: { loanId: loan.id } });

export const SHAREPOINT_AIMS: Record<keyof typeof sharepoint, Aim> = {
  // No verified library is connected: a permitted caller gets that error.
  exportToSharePoint: { scopes: LOAN, at: byLoan },
  getSharePointExport: { scopes: LOAN, at: byLoan },
  getSharePointSettings: { scopes: COMPANY, at: byCompany },
  saveSharePointSettings: {
    scopes: COMPANY,
    at: (target) => ({
      ...byCompany(target),
      body: { ...SHAREPOINT_APP, siteUrl: SHAREPOINT_SITE, library: 'Documents' },
    }),
  },
  removeSharePointSettings: { scopes: COMPANY, at: byCompany },
};
