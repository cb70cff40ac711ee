import { companies } from '@cairn/contract/companies';
import { isPlatformAdmin, isStaff } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import { Refusal } from '../../platform/refusal.ts';
import { visiblePhases } from './store.ts';

export const companyRoutes = () =>
  routes(companies, {
    listPhases: async ({ params, actor, reads }) => {
      const rows = await reads.run(visiblePhases(actor, params.companyId));
      if (rows.length === 0) throw new Refusal('NOT_FOUND');
      const seesTotals = isStaff(actor) || isPlatformAdmin(actor);
      return {
        phases: rows.map((row) => ({
          id: row.id,
          name: row.name,
          lenderId: row.company_id,
          displayOrder: row.display_order,
          category: row.category,
          loanCount: seesTotals ? (row.loans ?? 0) : null,
          loanAmount: seesTotals ? (row.amount ?? 0) : null,
        })),
      };
    },
  });
