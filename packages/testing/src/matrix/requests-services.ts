/** Aims of the calls that the server forwards to external services; none is configured here. */
import type { addresses } from '@cairn/contract/addresses';
import type { errorReports } from '@cairn/contract/error-reports';
import { NOTHING, type Aim } from './aims.ts';

const ADDRESS_SESSION = '6f1c0f5e-0f5a-4c1e-9d6b-2f1f0a7c9b31';

export const SERVICE_AIMS: Record<keyof typeof errorReports | keyof typeof addresses, Aim> = {
  suggestAddresses: {
    scopes: NOTHING,
    at: () => ({ body: { words: '418 NW', session: ADDRESS_SESSION } }),
  },
  findAddress: {
    scopes: NOTHING,
    at: () => ({ body: { id: 'made-up', session: ADDRESS_SESSION } }),
  },
  reportPageError: {
    scopes: NOTHING,
    at: () => ({ body: { type: 'Error', message: 'broken', stack: '', page: '/' } }),
  },
};
