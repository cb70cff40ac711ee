import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, id, text } from './shapes.ts';
import { entityType, loanTemplate, loanType } from './template-shapes.ts';

export const loanTemplates = {
  createLoanTemplate: endpoint({
    method: 'POST',
    path: '/v1/loans/templates',
    audience: 'lender',
    summary: 'A new template of a whole loan',
    body: z.strictObject({ name: text, company: id.optional(), loanType, entityType }),
    reply: loanTemplate,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['template'],
  }),
  updateLoanTemplate: endpoint({
    method: 'PUT',
    path: '/v1/loans/templates/{id}',
    audience: 'lender',
    summary: 'Change a loan template’s name or types',
    params: byId,
    body: z.strictObject({
      name: text.optional(),
      loanType,
      entityType,
      revision: z.number().int().optional(),
    }),
    reply: loanTemplate,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['template', 'templateElement'],
  }),
  getLoanTemplate: endpoint({
    method: 'GET',
    path: '/v1/loans/templates/{id}',
    audience: 'lender',
    summary: 'One loan template',
    params: byId,
    reply: loanTemplate,
    errors: ['NOT_FOUND'],
    shows: ['template'],
  }),
};
