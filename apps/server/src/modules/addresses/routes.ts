import { addresses } from '@cairn/contract/addresses';
import type { Logger } from 'pino';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { LEAST_LENGTH, placeAddress, suggestPlaces, type PlacesAccount } from './google-places.ts';
import { countPlaceRequest } from './place-limits.ts';

interface Deps {
  /** Undefined if the service is not configured: addresses are then typed without suggestions. */
  readonly account: PlacesAccount | undefined;
  readonly log: Logger;
  readonly db: Db;
  /** Multiplies the daily limits. */
  readonly limitFactor: number;
}

export const addressRoutes = ({ account, log, db, limitFactor }: Deps) => {
  /** Addresses can be typed without the service, so its failure is not shown to the user. */
  const orElse = async <T>(work: Promise<T>, instead: T): Promise<T> =>
    work.catch((error: unknown) => {
      const { name, message } = error as Error;
      const reason = message.startsWith('Places answered') ? message : name;
      log.warn({ reason }, 'the address service failed; addresses are not suggested');
      return instead;
    });
  const mayAsk = async (actor: Actor): Promise<boolean> => {
    const decision = await countPlaceRequest(db, actor, limitFactor);
    if (decision === 'CEILING_REACHED_NOW') {
      log.warn(
        'the daily limit of address requests is reached; addresses are not suggested until it resets',
      );
    }
    return decision === 'ALLOWED';
  };
  return routes(addresses, {
    suggestAddresses: async ({ body, actor }) => {
      if (!account) return { isOn: false, suggestions: [] };
      if (body.words.length < LEAST_LENGTH) return { isOn: true, suggestions: [] };
      if (!(await mayAsk(actor))) return { isOn: true, suggestions: [] };
      return { isOn: true, suggestions: await orElse(suggestPlaces(account, body), []) };
    },

    findAddress: async ({ body, actor }) => {
      if (!account || !(await mayAsk(actor))) return { address: null };
      return { address: await orElse(placeAddress(account, body), null) };
    },
  });
};
