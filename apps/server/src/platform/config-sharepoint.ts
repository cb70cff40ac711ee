/** Variables of Microsoft Graph; each company has its own credentials. The others are in config-variables.ts. */
import { z } from 'zod';

const GRAPH_API = 'https://graph.microsoft.com/v1.0';
const GRAPH_LOGIN = 'https://login.microsoftonline.com';

const url = (usual: string) =>
  z
    .string()
    .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
      error: 'must be an http or https URL',
    })
    .transform((value) => value.replace(/\/$/, ''))
    .default(usual);
const isLoopback = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);
const ofWorker = {
  roles: ['worker'],
  secret: false,
  /** Companies' client secrets are sent to this address: ALLOW_PLAINTEXT cannot make an exception. */
  inProduction: (value: string): string | undefined => {
    const { protocol, hostname } = new URL(value);
    return protocol === 'https:' || isLoopback(hostname)
      ? undefined
      : 'must be https in production';
  },
} as const;

export const SHAREPOINT_VARIABLES = {
  GRAPH_API_URL: {
    ...ofWorker,
    schema: url(GRAPH_API),
    about: 'Microsoft Graph, for exports to [SharePoint](sharepoint.md).',
    shown: `\`${GRAPH_API}\``,
  },
  GRAPH_LOGIN_URL: {
    ...ofWorker,
    schema: url(GRAPH_LOGIN),
    about: 'Where Microsoft issues tokens for it.',
    shown: `\`${GRAPH_LOGIN}\``,
  },
} as const;
