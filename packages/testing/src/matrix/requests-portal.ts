/** Aims of the calls about the borrower portal. */
import type { portals } from '@cairn/contract/portal';
import { COMPANY, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });

export const PORTAL_AIMS: Record<keyof typeof portals, Aim> = {
  // A lender's name is public.
  getPortal: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { lenderId: companyId } }),
    open: ['CANARY-OTHER'],
  },
  getPortalSettings: { scopes: COMPANY, at: byCompany },
  // A version that was never saved: a permitted caller gets a conflict.
  updatePortalSettings: {
    scopes: COMPANY,
    at: (target) => ({ ...byCompany(target), body: { version: 1_000_000, applyMinutes: 25 } }),
  },
};
