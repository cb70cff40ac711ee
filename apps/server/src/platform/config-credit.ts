/** Variables of the credit services; the others are in config-variables.ts. */
import { z } from 'zod';
import { httpUrl, requireHttpsBeyondThisMachine } from './config-values.ts';

const ofWorker = { roles: ['worker'], secret: false, shown: 'none' } as const;
const optional = z.string().optional();
const secret = {
  ...ofWorker,
  secret: true,
  inProduction: (value: string): string | undefined =>
    value.includes('development-only')
      ? 'is the development value: use the one of your account'
      : undefined,
} as const;
const url = (usual: string) => httpUrl.default(usual);
const CLEAR_API = 'https://s2s.thomsonreuters.com/api';
const CLEAR_TOKEN = 'https://api.thomsonreuters.com/tr-oauth/v1/token';
const TRANSUNION_API = 'https://netaccess.transunion.com';

/** Social Security numbers are sent to this address. */
const inProduction = requireHttpsBeyondThisMachine;
const code = (usual: string) =>
  z
    .string()
    .regex(/^[A-Z0-9]{1,2}$/, { error: 'must be a code' })
    .default(usual);

export const CREDIT_VARIABLES = {
  CREDIT_SERVICES: {
    roles: ['web', 'worker'],
    secret: false,
    shown: 'none',
    schema: z
      .string()
      .default('')
      .transform((value) => value.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.enum(['clear', 'transunion'], { error: 'must name clear or transunion' }))),
    about:
      'Credit services with which the installation has an account, separated by commas: `clear`, `transunion`. See [credit services](credit.md).',
  },
  CLEAR_API_URL: {
    ...ofWorker,
    schema: url(CLEAR_API),
    inProduction,
    about: 'CLEAR’s system-to-system API.',
    shown: `\`${CLEAR_API}\``,
  },
  CLEAR_TOKEN_URL: {
    ...ofWorker,
    schema: url(CLEAR_TOKEN),
    inProduction,
    about: 'Where CLEAR issues OAuth tokens.',
    shown: `\`${CLEAR_TOKEN}\``,
  },
  CLEAR_CLIENT_ID: { ...ofWorker, schema: optional, about: 'OAuth client of CLEAR.' },
  CLEAR_CLIENT_SECRET: { ...secret, schema: optional, about: 'Its secret.' },
  CLEAR_GLB_PURPOSE: {
    ...ofWorker,
    schema: code('I'),
    about:
      'Permissible purpose under the Gramm-Leach-Bliley Act. `I`: a transaction that the consumer requests.',
    shown: '`I`',
  },
  CLEAR_DPPA_PURPOSE: {
    ...ofWorker,
    schema: code('3'),
    about: 'Permissible purpose under the Driver’s Privacy Protection Act.',
    shown: '`3`',
  },
  CLEAR_VOTER_PURPOSE: {
    ...ofWorker,
    schema: code('7'),
    about: 'Permissible purpose for voter data.',
    shown: '`7`',
  },
  TRANSUNION_API_URL: {
    ...ofWorker,
    schema: url(TRANSUNION_API),
    inProduction,
    about: 'TransUnion Net Access.',
    shown: `\`${TRANSUNION_API}\``,
  },
  TRANSUNION_SYSTEM_ID: { ...ofWorker, schema: optional, about: 'System id of the account.' },
  TRANSUNION_SYSTEM_PASSWORD: { ...secret, schema: optional, about: 'Its password.' },
  TRANSUNION_INDUSTRY_CODE: {
    ...ofWorker,
    schema: optional,
    about: 'Industry code of the subscriber.',
  },
  TRANSUNION_MEMBER_CODE: {
    ...ofWorker,
    schema: optional,
    about: 'Member code of the subscriber.',
  },
  TRANSUNION_PREFIX_CODE: {
    ...ofWorker,
    schema: optional,
    about: 'Inquiry prefix code of the subscriber.',
  },
  TRANSUNION_SUBSCRIBER_PASSWORD: {
    ...secret,
    schema: optional,
    about: 'Password of the subscriber.',
  },
  TRANSUNION_CERT: {
    ...secret,
    schema: optional,
    about: 'Client certificate, PEM. Net Access requires one.',
  },
  TRANSUNION_KEY: { ...secret, schema: optional, about: 'Its private key, PEM.' },
  TRANSUNION_TEST: {
    ...ofWorker,
    schema: z
      .enum(['true', 'false'], { error: 'must be true or false' })
      .default('false')
      .transform((value) => value === 'true'),
    about: 'Asks for TransUnion’s test files instead of real ones.',
    shown: '`false`',
  },
} as const;

type CreditValues = {
  [Name in keyof typeof CREDIT_VARIABLES]: z.output<(typeof CREDIT_VARIABLES)[Name]['schema']>;
};

const NEEDED = {
  clear: ['CLEAR_CLIENT_ID', 'CLEAR_CLIENT_SECRET'],
  transunion: [
    'TRANSUNION_SYSTEM_ID',
    'TRANSUNION_SYSTEM_PASSWORD',
    'TRANSUNION_INDUSTRY_CODE',
    'TRANSUNION_MEMBER_CODE',
    'TRANSUNION_PREFIX_CODE',
    'TRANSUNION_SUBSCRIBER_PASSWORD',
  ],
} as const;

/** Missing or invalid settings of the services that are named. */
export function creditProblems(
  values: Partial<CreditValues>,
): [name: keyof CreditValues, problem: string][] {
  const missing = (values.CREDIT_SERVICES ?? []).flatMap((service) =>
    NEEDED[service]
      .filter((name) => !values[name])
      .map((name): [keyof CreditValues, string] => [
        name,
        `is not set, and CREDIT_SERVICES names ${service}`,
      ]),
  );
  const isHalf = !values.TRANSUNION_CERT !== !values.TRANSUNION_KEY;
  return [
    ...missing,
    ...(isHalf
      ? [
          ['TRANSUNION_CERT', 'and TRANSUNION_KEY must be set together'] as [
            keyof CreditValues,
            string,
          ],
        ]
      : []),
  ];
}

/** The worker's credentials of each configured service. */
export const creditOf = (values: CreditValues) => ({
  clear: values.CREDIT_SERVICES.includes('clear')
    ? {
        apiUrl: values.CLEAR_API_URL,
        tokenUrl: values.CLEAR_TOKEN_URL,
        clientId: values.CLEAR_CLIENT_ID!,
        clientSecret: values.CLEAR_CLIENT_SECRET!,
        purposes: {
          glb: values.CLEAR_GLB_PURPOSE,
          dppa: values.CLEAR_DPPA_PURPOSE,
          voter: values.CLEAR_VOTER_PURPOSE,
        },
      }
    : undefined,
  transUnion: values.CREDIT_SERVICES.includes('transunion')
    ? {
        apiUrl: values.TRANSUNION_API_URL,
        systemId: values.TRANSUNION_SYSTEM_ID!,
        systemPassword: values.TRANSUNION_SYSTEM_PASSWORD!,
        industryCode: values.TRANSUNION_INDUSTRY_CODE!,
        memberCode: values.TRANSUNION_MEMBER_CODE!,
        prefixCode: values.TRANSUNION_PREFIX_CODE!,
        subscriberPassword: values.TRANSUNION_SUBSCRIBER_PASSWORD!,
        isTest: values.TRANSUNION_TEST,
        certificate:
          values.TRANSUNION_CERT && values.TRANSUNION_KEY
            ? { cert: values.TRANSUNION_CERT, key: values.TRANSUNION_KEY }
            : undefined,
      }
    : undefined,
});
