import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** One session per typed address: the address service bills all requests of a session as one. */
const session = z.uuid();

export const addresses = {
  suggestAddresses: endpoint({
    method: 'POST',
    path: '/v2/addresses/suggestions',
    audience: 'session',
    summary:
      'Addresses in the United States that begin like the words; none where the operator has no service for it, as isOn says, or above a limit of the day',
    // In the body, because proxies log queries.
    body: z.strictObject({ words: z.string().trim().max(200), session }),
    reply: z.object({
      isOn: z.boolean(),
      suggestions: z.array(z.object({ id: z.string(), text: z.string() })),
    }),
    limit: 'address',
    silent: true,
  }),
  findAddress: endpoint({
    method: 'POST',
    path: '/v2/addresses/address',
    audience: 'session',
    summary:
      'The parts of a suggested address; null where the service does not know it any more, or above a limit of the day',
    body: z.strictObject({
      id: z.string().regex(/^[\w-]{1,300}$/, 'Must be the id of a suggestion'),
      session,
    }),
    reply: z.object({
      address: z
        .object({
          street: z.string(),
          unit: z.string(),
          city: z.string(),
          state: z.string(),
          postalCode: z.string(),
        })
        .nullable(),
    }),
    limit: 'address',
    silent: true,
  }),
};
