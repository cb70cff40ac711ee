import { MAX_CALENDAR_DAY, CALENDAR_SHOWN } from '@cairn/contract';
import { calendar } from '@cairn/contract/calendar';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries } from '../../platform/db/db.ts';
import { invalidField } from '../../platform/api-error.ts';
import { companySeenBy } from '../companies/index.ts';
import { namedElementsSeenBy } from '../elements/index.ts';
import { presentDays } from './present.ts';
import { foundOnDays } from './store.ts';

/** The calendar stores nothing: its days follow from the loans and packages that the caller sees. */
export const calendarRoutes = () =>
  routes(calendar, {
    getCalendar: async ({ actor, query: { from, to, companyId }, reads }) => {
      const company = await companyAsked(reads, actor, companyId);
      const most = from === to ? MAX_CALENDAR_DAY : CALENDAR_SHOWN;
      const rows = await reads.run(foundOnDays(actor, { from, to, companyId: company }, most));
      const documents = rows.filter(({ kind }) => kind !== 'CLOSE');
      const elements = await namedElementsSeenBy(
        reads,
        actor,
        documents.map(({ id }) => id),
        [...new Set(documents.map(({ loan_id }) => loan_id))],
      );
      return { days: presentDays(rows, elements, actor) };
    },
  });

/** Administrators choose a company. Staff get the calendar of their company, others that of their own loans. */
async function companyAsked(reads: Queries, actor: Actor, askedId: string | undefined) {
  if (askedId !== undefined) return (await companySeenBy(reads, actor, askedId)).id;
  if (isPlatformAdmin(actor)) {
    throw invalidField('companyId', 'Choose a company');
  }
  return actor.companyId;
}
