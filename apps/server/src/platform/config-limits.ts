/** Variables of limits on calls; the others are in config-variables.ts. */
import { z } from 'zod';
import { wholeNumber } from './config-values.ts';

export const LIMIT_VARIABLES = {
  COMPANY_CALLS_PER_SECOND: {
    roles: ['web'],
    secret: false,
    schema: wholeNumber(10, 100_000).default(100),
    about:
      "Calls a second that one lender's employees may make to one web process while others use it: see [limits](limits.md#requests-with-a-session).",
    shown: '`100`',
  },
  LIMIT_FACTOR: {
    roles: ['web', 'worker'],
    secret: false,
    schema: z.coerce
      .number({ error: 'must be a number' })
      .positive({ error: 'must be above 0' })
      .default(1),
    about: 'Multiplies all rate limits, for a load test.',
    shown: '`1`',
  },
} as const;
