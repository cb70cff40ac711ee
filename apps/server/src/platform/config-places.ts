/** Variables of the service that completes addresses; the others are in config-variables.ts. */
import { z } from 'zod';
import { httpUrl, requireHttps } from './config-values.ts';

const PLACES_URL = 'https://places.googleapis.com';
const ofWeb = { roles: ['web'] } as const;

export const PLACES_VARIABLES = {
  GOOGLE_PLACES_KEY: {
    ...ofWeb,
    secret: true,
    schema: z.string().optional(),
    about:
      'Key for Google’s Places API (New), with which the server completes addresses while they are typed. No browser gets it: restrict it to the addresses of the servers. Unset: addresses are typed.',
    shown: 'none',
  },
  GOOGLE_PLACES_URL: {
    ...ofWeb,
    secret: false,
    schema: httpUrl.default(PLACES_URL),
    about: 'Where that API is.',
    shown: `\`${PLACES_URL}\``,
    inProduction: requireHttps,
  },
};

interface Values {
  readonly GOOGLE_PLACES_KEY?: string | undefined;
  readonly GOOGLE_PLACES_URL: string;
}

/** Undefined: addresses are typed without suggestions. */
export const placesOf = ({ GOOGLE_PLACES_KEY: key, GOOGLE_PLACES_URL: url }: Values) =>
  key === undefined ? undefined : { key, url };
