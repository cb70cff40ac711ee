/** A double of Google's Places API (New) on loopback, with a few addresses, found by prefix. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PLACES_KEY = 'places-key-of-the-double';

interface Place {
  id: string;
  text: string;
  /** Address components: type, long text, short text. */
  parts: readonly (readonly [string, string, string?])[];
}

const PLACES: readonly Place[] = [
  {
    id: 'ChIJ_larkspur-418',
    text: '418 NW Larkspur Ave, Bend, OR, USA',
    parts: [
      ['street_number', '418'],
      ['route', 'Northwest Larkspur Avenue', 'NW Larkspur Ave'],
      ['subpremise', 'B'],
      ['locality', 'Bend'],
      ['administrative_area_level_1', 'Oregon', 'OR'],
      ['country', 'United States', 'US'],
      ['postal_code', '97703'],
    ],
  },
  {
    id: 'ChIJ_larkspur-420',
    text: '420 NW Larkspur Ave, Bend, OR, USA',
    parts: [
      ['street_number', '420'],
      ['route', 'Northwest Larkspur Avenue', 'NW Larkspur Ave'],
      ['locality', 'Bend'],
      ['administrative_area_level_1', 'Oregon', 'OR'],
      ['postal_code', '97703'],
    ],
  },
];

interface PlacesRequest {
  readonly path: string;
  readonly body: Record<string, unknown>;
}

export interface GooglePlaces {
  readonly url: string;
  /** Requests with the right key. */
  readonly requests: readonly PlacesRequest[];
  /** Every request fails with this status from now on. */
  fail(status: number): void;
  stop(): Promise<void>;
}

export async function startGooglePlaces(): Promise<GooglePlaces> {
  const requests: PlacesRequest[] = [];
  let failure = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const answer = (status: number, body: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
      const fields = String(request.headers['x-goog-fieldmask'] ?? '');
      if (request.headers['x-goog-api-key'] !== PLACES_KEY) return answer(403, { error: text });
      const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
      requests.push({ path: pathname, body });
      if (failure) return answer(failure, { error: { message: text } });
      if (!fields) return answer(400, { error: 'a field mask is required' });
      if (request.method === 'POST' && pathname === '/v1/places:autocomplete') {
        if (!body['sessionToken']) return answer(400, {});
        const words = String(body['input']).toLowerCase();
        const places = PLACES.filter((place) => place.text.toLowerCase().startsWith(words));
        return answer(200, {
          ...(places.length > 0 && {
            suggestions: places.map(({ id, text: address }) => ({
              placePrediction: { placeId: id, text: { text: address } },
            })),
          }),
        });
      }
      const place = PLACES.find(({ id }) => pathname === `/v1/places/${id}`);
      if (!place || !searchParams.get('sessionToken')) return answer(404, {});
      return answer(200, {
        addressComponents: place.parts.map(([type, longText, shortText = longText]) => ({
          longText,
          shortText,
          types: [type, 'political'],
        })),
      });
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (status) => {
      failure = status;
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
