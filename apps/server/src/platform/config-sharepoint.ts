/** Variables of Microsoft Graph; each company has its own credentials. The others are in config-variables.ts. */
import { httpUrl, requireHttpsBeyondThisMachine, withoutFinalSlash } from './config-values.ts';

const GRAPH_API = 'https://graph.microsoft.com/v1.0';
const GRAPH_LOGIN = 'https://login.microsoftonline.com';

const url = (usual: string) => httpUrl.transform(withoutFinalSlash).default(usual);
const ofWorker = {
  roles: ['worker'],
  secret: false,
  /** Companies' client secrets are sent to this address. */
  inProduction: requireHttpsBeyondThisMachine,
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
