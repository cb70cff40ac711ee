/** Variables of error reporting; the others are in config-variables.ts. */
import { z } from 'zod';
import { requireHttps } from './config-values.ts';

const ofBoth = { roles: ['web', 'worker'], secret: false } as const;
const DSN = /^https?:\/\/[^/:@]+@[^/@]+\/(?:.+\/)?\w+$/;

export const ERROR_VARIABLES = {
  SENTRY_DSN: {
    ...ofBoth,
    secret: true,
    schema: z
      .string()
      .refine((value) => DSN.test(value) && URL.canParse(value), {
        error: 'must be https://<key>@<host>/<project>',
      })
      .optional(),
    about:
      'Project of a service that speaks the Sentry protocol. Errors of the server and of pages go there without personal data; see [error reports](errors.md). Unset: no error leaves the installation.',
    shown: 'none',
    inProduction: requireHttps,
  },
  SENTRY_SAMPLE_RATE: {
    ...ofBoth,
    schema: z.coerce
      .number({ error: 'must be a number' })
      .min(0, { error: 'must be at least 0' })
      .max(1, { error: 'must be at most 1' })
      .default(1),
    about: 'The share of errors that is sent, from 0 to 1.',
    shown: '`1`',
  },
  SENTRY_ENVIRONMENT: {
    ...ofBoth,
    schema: z
      .string()
      .regex(/^[\w.-]{1,64}$/, { error: 'must be a word' })
      .default('production'),
    about: 'Environment under which the service lists the errors.',
    shown: '`production`',
  },
};

interface Values {
  readonly SENTRY_DSN?: string | undefined;
  readonly SENTRY_SAMPLE_RATE: number;
  readonly SENTRY_ENVIRONMENT: string;
  readonly CAIRN_VERSION: string;
}

/** Undefined: errors are logged and not reported to a service. */
export const errorReportsOf = (values: Values) =>
  values.SENTRY_DSN === undefined
    ? undefined
    : {
        dsn: values.SENTRY_DSN,
        share: values.SENTRY_SAMPLE_RATE,
        environment: values.SENTRY_ENVIRONMENT,
        version: values.CAIRN_VERSION,
      };
