/** Variables about the operator that users see: support and terms. The others are in config-variables.ts. */
import { TERMS_VERSION_MAX } from '@cairn/contract';
import { z } from 'zod';
import { httpUrl, requireHttps } from './config-values.ts';

const SUPPORT_EMAIL = 'support@cairn.example';
const ofWeb = { roles: ['web'], secret: false } as const;

export const OPERATOR_VARIABLES = {
  SUPPORT_EMAIL: {
    ...ofWeb,
    schema: z.email({ error: 'must be an email address' }).default(SUPPORT_EMAIL),
    about: 'Where users reach support: pages that report an error name it.',
    shown: `\`${SUPPORT_EMAIL}\``,
  },
  TERMS_URL: {
    ...ofWeb,
    schema: httpUrl.optional(),
    about:
      'Page with the terms of service. Users are asked to read and agree to them; not agreeing locks no one out. Set together with `TERMS_VERSION`.',
    shown: 'none',
    inProduction: requireHttps,
  },
  TERMS_VERSION: {
    ...ofWeb,
    schema: z
      .string()
      .max(TERMS_VERSION_MAX, { error: `must be at most ${TERMS_VERSION_MAX} characters` })
      .optional(),
    about:
      'Version of the text at `TERMS_URL`, as users see it: `2026-11`. Another version asks everyone again.',
    shown: 'none',
  },
};

interface Terms {
  readonly TERMS_URL?: string | undefined;
  readonly TERMS_VERSION?: string | undefined;
}

export const termsProblems = (values: Terms): ['TERMS_URL', string][] =>
  (values.TERMS_URL === undefined) === (values.TERMS_VERSION === undefined)
    ? []
    : [['TERMS_URL', 'and TERMS_VERSION must be set together']];

/** Undefined: users are not asked to accept terms. */
export const termsOf = ({
  TERMS_URL: url,
  TERMS_VERSION: version,
}: Terms): { readonly url: string; readonly version: string } | undefined =>
  url !== undefined && version !== undefined ? { url, version } : undefined;
