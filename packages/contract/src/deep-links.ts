import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './shapes.ts';

/** The target of a link: the loan or one of its requests, its tasks, or its messages. */
export const DEEP_LINK_ACTIONS = ['OPEN', 'TASKS', 'MESSAGES'] as const;
const action = z.enum(DEEP_LINK_ACTIONS);
export type DeepLinkAction = z.infer<typeof action>;

export const deepLinks = {
  createDeepLink: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/createDeepLinkActionForLoan',
    audience: 'session',
    summary:
      'An address that leads to a loan or a request; it opens only to those who may see it, and with userId to that person alone',
    body: z.strictObject({
      loanId: id,
      elementId: id.optional(),
      userId: id.optional(),
      action: action.default('OPEN'),
    }),
    reply: z.object({ url: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  getDeepLink: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/deepLinkActionForLoan',
    audience: 'session',
    summary: 'Where a link leads, if the caller may see that now',
    query: z.strictObject({ loanId: id, token: z.string().min(1).max(400) }),
    reply: z.object({
      action,
      loanId: id,
      elementId: id.nullable(),
      /** The page to open, as a path of this site. */
      route: z.string(),
    }),
    errors: ['NOT_FOUND'],
    shows: ['loan', 'element'],
    silent: true,
  }),
};
