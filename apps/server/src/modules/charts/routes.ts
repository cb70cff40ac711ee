import { API_BASE_PATH, type Charts } from '@cairn/contract';
import { charts, chartsFilter } from '@cairn/contract/charts';
import { z } from 'zod';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries, Reads } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { orders } from '../../platform/signed-downloads.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { companySeenBy } from '../companies/index.ts';
import { chartsAsCsv } from './export.ts';
import { chartsPolicy } from './policy.ts';
import { presentCharts } from './present.ts';
import {
  acceptedFirstTime,
  atWork,
  closedByMonth,
  daysInPhase,
  daysToClose,
  pastCloseDate,
  sentBack,
  suggestionsTaken,
  turnaround,
} from './store.ts';

const filter = z.strictObject(chartsFilter);
type Filter = z.infer<typeof filter>;

const chartOrders = orders('charts export', { filter });

export const chartRoutes = ({ secretKey }: { secretKey: string }) =>
  routes(charts, {
    getCharts: async ({ actor, query, reads }) => figuresOf(reads, actor, query),

    exportCharts: async ({ actor, body, reads, write }) => {
      const company = await companyRead(reads, actor, body.companyId);
      await write(async (tx) => {
        recordEvent(tx, {
          kind: 'charts.exported',
          companyId: company.id,
          actorId: actor.accountId,
          changes: [],
          detail: { filter: body },
        });
      });
      const order = { accountId: actor.accountId, asked: Date.now(), filter: body };
      const token = chartOrders.write(secretKey, order);
      return { downloadUrl: `${API_BASE_PATH}${charts.downloadCharts.path}?token=${token}` };
    },

    downloadCharts: async ({ actor, query: { token }, reads, http }) => {
      const order = chartOrders.read(secretKey, token, actor);
      if (!order) throw new ApiError('NOT_FOUND');
      // The caller may have lost the permission since the link was issued.
      const figures = await figuresOf(reads, actor, order.filter);
      const day = new Date(order.asked).toISOString().slice(0, 10);
      return http.sendFile(chartsAsCsv(figures), `charts-${day}.csv`);
    },
  });

async function figuresOf(reads: Reads, actor: Actor, query: Filter): Promise<Charts> {
  const company = await companyRead(reads, actor, query.companyId);
  const within = {
    companyId: company.id,
    zone: company.timezone_id ?? 'UTC',
    loanTypes: query.loanType,
    phaseIds: query.phaseId,
  };
  const [[working], past, months, [toClose], phases, turns, [accepted], reasons, suggestions] =
    await reads.together(
      atWork(within),
      pastCloseDate(within),
      closedByMonth(within),
      daysToClose(within),
      daysInPhase(within),
      turnaround(within),
      acceptedFirstTime(within),
      sentBack(within),
      suggestionsTaken(within),
    );
  return presentCharts({
    working: working!,
    past,
    months,
    toClose: toClose!,
    phases,
    turns,
    accepted: accepted!,
    reasons,
    suggestions,
  });
}

/** Administrators choose a company. Others get their own company, or an error without one. */
async function companyRead(reads: Queries, actor: Actor, askedId: string | undefined) {
  const id = askedId ?? actor.companyId;
  if (id === null) {
    if (!isPlatformAdmin(actor)) throw new ApiError('UNAUTHORIZED');
    throw invalidField('companyId', 'Choose a company');
  }
  return authorize(chartsPolicy, 'read', actor, await companySeenBy(reads, actor, id));
}
