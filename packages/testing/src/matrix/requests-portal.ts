/** The calls about the borrower portal, aimed. */
import type { portals } from '@cairn/contract/portal';
import { COMPANY, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

const byCompany = ({ companyId }: Target): Aimed => ({ params: { companyId } });

export const PORTAL_AIMS: Record<keyof typeof portals, Aim> = {
  // A lender's name is for everyone.
  getPortal: {
    scopes: COMPANY,
    at: ({ companyId }) => ({ params: { lenderId: companyId } }),
    open: ['CANARY-OTHER'],
  },
  getPortalSettings: { scopes: COMPANY, at: byCompany },
  // Of a version that no one saved: a permitted caller is told that someone else did.
  updatePortalSettings: {
    scopes: COMPANY,
    at: (target) => ({ ...byCompany(target), body: { version: 1_000_000, applyMinutes: 25 } }),
  },
};
