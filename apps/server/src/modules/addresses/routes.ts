import { addresses } from '@cairn/contract/addresses';
import type { Logger } from 'pino';
import { routes } from '../../platform/handler.ts';
import { LEAST_LENGTH, placeAddress, suggestPlaces, type PlacesAccount } from './google-places.ts';

interface Deps {
  /** Undefined: addresses are typed without suggestions. */
  readonly account: PlacesAccount | undefined;
  readonly log: Logger;
}

export const addressRoutes = ({ account, log }: Deps) => {
  /** An address can be typed without the service: its failure is none of the person who types. */
  const orElse = async <T>(work: Promise<T>, instead: T): Promise<T> =>
    work.catch((error: unknown) => {
      const { name, message } = error as Error;
      const reason = message.startsWith('Places answered') ? message : name;
      log.warn({ reason }, 'addresses are not suggested at present');
      return instead;
    });
  return routes(addresses, {
    suggestAddresses: async ({ body }) => {
      if (!account) return { isOn: false, suggestions: [] };
      if (body.words.length < LEAST_LENGTH) return { isOn: true, suggestions: [] };
      return { isOn: true, suggestions: await orElse(suggestPlaces(account, body), []) };
    },

    findAddress: async ({ body }) => ({
      address: account ? await orElse(placeAddress(account, body), null) : null,
    }),
  });
};
