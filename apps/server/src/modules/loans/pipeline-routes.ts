import { API_BASE_PATH } from '@cairn/contract';
import { pipeline } from '@cairn/contract/pipeline';
import { isStaff } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { loanOrders, loansAsCsv } from './export.ts';
import { loanTotals } from './list-store.ts';
import { moveToPhase } from './move-to-phase.ts';
import { listViews } from './view-store.ts';
import { changeView, dropView, keeperOf, keepView, presentView } from './views.ts';

export const pipelineRoutes = ({ secretKey }: { secretKey: string }) =>
  routes(pipeline, {
    setPhaseOfLoans: ({ actor, body, write }) =>
      write(async (tx) => ({ moved: await moveToPhase(tx, actor, body.loanIds, body.id) })),

    countLoansByPhase: async ({ actor, query, reads }) => {
      keeperOf(actor);
      return { phases: await reads.run(loanTotals(actor, query)) };
    },

    exportLoans: async ({ actor, body, write }) => {
      await write(async (tx) => {
        recordEvent(tx, {
          kind: 'loanList.exported',
          companyId: isStaff(actor) ? actor.companyId : PLATFORM_COMPANY,
          actorId: actor.accountId,
          ...(!isStaff(actor) && { accountId: actor.accountId }),
          changes: [],
          detail: { filter: body },
        });
      });
      const order = { accountId: actor.accountId, asked: Date.now(), filter: body };
      const token = loanOrders.write(secretKey, order);
      return { downloadUrl: `${API_BASE_PATH}${pipeline.downloadLoans.path}?token=${token}` };
    },

    downloadLoans: async ({ actor, query: { token }, reads, http }) => {
      const order = loanOrders.read(secretKey, token, actor);
      if (!order) throw new ApiError('NOT_FOUND');
      const day = new Date(order.asked).toISOString().slice(0, 10);
      return http.sendFile(loansAsCsv(reads, actor, order.filter), `loans-${day}.csv`);
    },

    listLoanViews: async ({ actor, reads }) => ({
      views: (await reads.run(listViews(keeperOf(actor)))).map(presentView),
    }),
    createLoanView: ({ actor, body, write }) => write((tx) => keepView(tx, actor, body)),
    updateLoanView: ({ actor, params, body, write }) =>
      write((tx) => changeView(tx, actor, params.id, body)),
    deleteLoanView: ({ actor, params, write }) => write((tx) => dropView(tx, actor, params.id)),
  });
