import { deliveries } from '@cairn/contract/deliveries';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Db, Reads } from '../../platform/db/db.ts';
import { readCursor, writeCursor } from '../../platform/cursors.ts';
import { routes } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { loanWithStanding } from '../loans/index.ts';
import { deliveryPolicy } from './policy.ts';
import { presentDelivery, presentStopped } from './present.ts';
import {
  confirmAddress,
  deliveriesAbout,
  deliveriesOf,
  findCurrentNumbers,
  stoppedAddressesOf,
  threadsOn,
} from './store.ts';

export const deliveryRoutes = ({ db }: { db: Db }) => {
  const asCompany = (companyId: string): Reads => db.reads({ kind: 'company', companyId });

  return routes(deliveries, {
    listDeliveries: async ({ actor, params, query: { undelivered, cursor, limit }, reads }) => {
      const standing = await loanWithStanding(reads, actor, params.id);
      const loan = authorize(deliveryPolicy, 'read', actor, standing);
      const after = cursor === undefined ? undefined : readCursor(cursor, 'moment');
      // One row more than the page shows whether there is a next page.
      const page = { undelivered, after, limit: limit + 1 };
      const threads = await reads.run(threadsOn(actor, loan));
      const messageDeliveries = await deliveriesAbout(
        asCompany(loan.company_id),
        loan,
        threads.map(({ thread_id }) => thread_id),
      );
      const reader = { accountId: actor.accountId, messageDeliveries };
      const rows = await reads.run(deliveriesOf(loan, reader, page));
      const pageRows = rows.slice(0, limit);
      const last = rows.length > limit ? pageRows.at(-1) : undefined;
      const isCurrent = await findCurrentNumbers(
        asCompany(loan.company_id),
        pageRows.filter(({ stopped }) => stopped !== null),
      );
      return {
        deliveries: pageRows.map((row) =>
          presentDelivery(row, row.stopped === null || isCurrent(row)),
        ),
        nextCursor: last ? writeCursor(last.created_exactly, last.id) : null,
        abilities: { sendAgain: deliveryPolicy.sendAgain(actor, loan) },
      };
    },

    listStoppedAddresses: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.id);
      const rows = await reads.run(
        stoppedAddressesOf(authorize(deliveryPolicy, 'read', actor, loan)),
      );
      const isCurrent = await findCurrentNumbers(asCompany(loan.company_id), rows);
      return {
        stopped: rows.filter(isCurrent).map(presentStopped),
        abilities: { sendAgain: deliveryPolicy.sendAgain(actor, loan) },
      };
    },

    sendDeliveryAgain: ({ actor, params, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.id);
        const loan = authorize(deliveryPolicy, 'sendAgain', actor, standing);
        const confirmed = await confirmAddress(tx, actor, loan, params.deliveryId);
        if (confirmed === undefined) throw new ApiError('NOT_FOUND');
        // Of repeated or concurrent clicks, only one sends again.
        if (confirmed) {
          recordEvent(tx, {
            kind: 'delivery.addressConfirmed',
            companyId: loan.company_id,
            loanId: loan.id,
            actorId: actor.accountId,
            staffOnly: true,
            changes: ['delivery', 'loan'],
            detail: { deliveryId: params.deliveryId },
          });
        }
        return { success: confirmed };
      }),
  });
};
