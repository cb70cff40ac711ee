/**
 * Client of Google's Places API (New). Only the server calls it, so that pages contact no other host and the key stays
 * on the server. Typed text is neither stored nor logged.
 */
import { z } from 'zod';

export interface PlacesAccount {
  readonly url: string;
  readonly key: string;
}

const TIMEOUT_MS = 3000;
/** Shorter text has too many matches to be worth a request. */
export const LEAST_LENGTH = 3;
/** The kinds of places that are addresses. Towns and businesses are excluded. */
const KINDS = ['street_address', 'premise', 'subpremise', 'route'];

const suggested = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({ placeId: z.string(), text: z.object({ text: z.string() }) })
          .optional(),
      }),
    )
    .default([]),
});

const component = z.object({
  longText: z.string().default(''),
  shortText: z.string().default(''),
  types: z.array(z.string()).default([]),
});
const details = z.object({ addressComponents: z.array(component).default([]) });

const ID = /^[\w-]{1,300}$/;

async function ask(
  { url, key }: PlacesAccount,
  path: string,
  fields: string,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(`${url.replace(/\/$/, '')}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      'content-type': 'application/json',
      'x-goog-api-key': key,
      'x-goog-fieldmask': fields,
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // Redirects are not followed, because they would send the key and the address to a host that was not configured.
    redirect: 'error',
  });
  // The body of an error repeats the request, so it is not read.
  if (!reply.ok) throw new Error(`Places answered ${reply.status}`);
  return reply.json();
}

export async function suggestPlaces(
  account: PlacesAccount,
  { words, session }: { words: string; session: string },
) {
  const { suggestions } = suggested.parse(
    await ask(
      account,
      '/v1/places:autocomplete',
      'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text',
      {
        input: words,
        sessionToken: session,
        includedRegionCodes: ['us'],
        includedPrimaryTypes: KINDS,
        languageCode: 'en',
      },
    ),
  );
  return suggestions.flatMap(({ placePrediction: place }) =>
    place && ID.test(place.placeId)
      ? [{ id: place.placeId, text: place.text.text.replace(/, USA$/, '') }]
      : [],
  );
}

export async function placeAddress(
  account: PlacesAccount,
  { id, session }: { id: string; session: string },
) {
  const { addressComponents } = details.parse(
    await ask(
      account,
      `/v1/places/${encodeURIComponent(id)}?sessionToken=${encodeURIComponent(session)}&languageCode=en`,
      'addressComponents',
    ),
  );
  const part = (...types: string[]) =>
    types
      .map((type) => addressComponents.find((each) => each.types.includes(type)))
      .find((each) => each !== undefined);
  return {
    street: [part('street_number')?.longText, part('route')?.shortText].filter(Boolean).join(' '),
    unit: part('subpremise')?.longText ?? '',
    city: part('locality', 'sublocality', 'administrative_area_level_3')?.longText ?? '',
    state: part('administrative_area_level_1')?.shortText ?? '',
    postalCode: part('postal_code')?.longText ?? '',
  };
}
