import { z } from 'zod';
import { MAX_LABELS, LOAN_ROLES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, color, id, person, repeatedParam, text } from './shapes.ts';

export const label = z.object({ id, name: z.string(), color: z.string() });
export type Label = z.infer<typeof label>;

/** A label with the number of people who have it on any loan. */
const labelWithUse = label.extend({ people: z.number().int() });
export type LabelWithUse = z.infer<typeof labelWithUse>;

/** A person's role on a loan, with those of its labels that the caller may see [R066]. */
export const loanRole = z.object({
  id,
  loanId: id,
  role: z.enum(LOAN_ROLES),
  user: person,
  labels: z.array(label),
});

export const labels = {
  listLabels: endpoint({
    method: 'GET',
    path: '/v1/admin/labels/forCompany/{id}',
    audience: 'admin',
    summary: 'The labels of a company, by name, with the number of people who carry each',
    params: byId,
    reply: z.object({ labels: z.array(labelWithUse) }),
    errors: ['NOT_FOUND'],
    shows: ['label'],
  }),
  saveLabels: endpoint({
    method: 'POST',
    path: '/v1/admin/labels/forCompany/{id}',
    audience: 'admin',
    summary: 'Add labels to a company, or rename and recolor those that have an id; all or none',
    params: byId,
    body: z
      .array(z.strictObject({ id: id.optional(), name: text, color }))
      .min(1, 'Required')
      .max(MAX_LABELS, `At most ${MAX_LABELS} labels`),
    reply: z.object({ labels: z.array(labelWithUse) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LABEL_EXISTS'],
    changes: ['label'],
  }),
  deleteLabels: endpoint({
    method: 'DELETE',
    path: '/v1/admin/labels',
    audience: 'admin',
    summary: 'Delete labels, and take them off everybody who carries them; all or none',
    // The ids may be repeated query parameters, because some proxies drop the body of a DELETE.
    query: z.strictObject({ toDelete: repeatedParam(id) }),
    body: z.strictObject({ toDelete: z.array(id).min(1, 'Required').max(100) }).partial(),
    reply: z.object({ deleted: z.array(id) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    changes: ['label'],
  }),
  setLabelsForUser: endpoint({
    method: 'POST',
    path: '/v1/labels/loan/{id}/setForUser',
    audience: 'session',
    summary: 'Exactly these labels on a person’s part in a loan',
    params: byId,
    body: z.strictObject({ userId: id, labelIds: z.array(id).max(MAX_LABELS) }),
    reply: z.object({ loanRoles: z.array(loanRole) }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['label', 'loan'],
  }),
  listLabelsAvailableToMe: endpoint({
    method: 'GET',
    path: '/v1/labels/loan/{id}/availableToMe',
    audience: 'session',
    summary: 'The labels that people on this loan can carry, by name',
    params: byId,
    reply: z.object({ labels: z.array(label) }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['label'],
  }),
};
