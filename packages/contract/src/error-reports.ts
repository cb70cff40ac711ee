import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { success } from './shapes.ts';

export const errorReports = {
  reportPageError: endpoint({
    method: 'POST',
    path: '/v1/noauth/pageErrors',
    audience: 'public',
    summary:
      'An error in a page, for the operator’s error service, without personal data; dropped where none is configured',
    body: z.strictObject({
      type: z.string().max(100),
      message: z.string().max(1000),
      stack: z.string().max(10_000),
      page: z.string().max(500).describe('The path of the page; ids in it are dropped'),
    }),
    reply: success,
    limit: 'pageError',
    silent: true,
  }),
};
