import { portals } from '@cairn/contract/portal';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { companyPolicy, companySeenBy, type CompanyRow } from '../companies/index.ts';
import { listOfferedLoans } from '../loan-applications/index.ts';
import { presentPortal, presentSettings } from './present.ts';
import { findPortal } from './store.ts';
import { updatePortal } from './update-portal.ts';

const settingsOf = async (reads: Queries, actor: Actor, company: CompanyRow) => {
  const row = await findPortal(reads, company.id);
  if (!row) throw new ApiError('NOT_FOUND');
  const loans = await listOfferedLoans(reads, company.id);
  return presentSettings(row, loans, companyPolicy.edit(actor, company));
};

export const portalRoutes = ({ db }: { db: Db }) =>
  routes(portals, {
    getPortal: async ({ params: { lenderId } }) => {
      const reads = db.reads({ kind: 'company', companyId: lenderId });
      const row = await findPortal(reads, lenderId);
      if (!row || lenderId === PLATFORM_COMPANY) throw new ApiError('NOT_FOUND');
      return presentPortal(row, await listOfferedLoans(reads, lenderId));
    },

    getPortalSettings: async ({ actor, params, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      return settingsOf(reads, actor, authorize(companyPolicy, 'seePlan', actor, visibleCompany));
    },

    updatePortalSettings: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleCompany = await companySeenBy(tx, actor, params.companyId);
        const company = authorize(companyPolicy, 'edit', actor, visibleCompany);
        await updatePortal(tx, actor, company, body);
        return settingsOf(tx, actor, company);
      }),
  });
