/** The calls that the server passes on to services outside, aimed; none is configured here. */
import type { errorReports } from '@cairn/contract/error-reports';
import { NOTHING, type Aim } from './aims.ts';

export const SERVICE_AIMS: Record<keyof typeof errorReports, Aim> = {
  reportPageError: {
    scopes: NOTHING,
    at: () => ({ body: { type: 'Error', message: 'broken', stack: '', page: '/' } }),
  },
};
