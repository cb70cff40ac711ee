import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DETAIL_TYPE_CODES, DETAILS_MOST } from './detail-fields.ts';
import { id, text, timestamp, VERSION_MOST } from './shapes.ts';

const displayOrder = z.int().min(0).max(1_000_000);
const detailField = z.object({
  id,
  groupId: id.nullable(),
  name: z.string(),
  type: z.enum(DETAIL_TYPE_CODES),
  choices: z.array(z.string()),
  value: z.string().nullable(),
  displayOrder,
  /** Counts the changes of the value: a change made on an older one is refused. */
  version: z.int(),
  lastModifiedDate: timestamp,
});
export type DetailField = z.infer<typeof detailField>;

/** fields[] and groups[], each group with its own fields[]; everything has displayOrder [R073]. */
const details = z.object({
  loanId: id,
  fields: z.array(detailField),
  groups: z.array(z.object({ id, name: z.string(), displayOrder, fields: z.array(detailField) })),
  abilities: z.object({ edit: z.boolean() }),
});
export type LoanDetails = z.infer<typeof details>;

const newField = z.strictObject({
  name: text,
  type: z.enum(DETAIL_TYPE_CODES),
  choices: z.array(text).max(50).default([]),
  displayOrder: displayOrder.optional(),
});
const ofLoan = z.strictObject({ loanId: id });

export const detail = {
  getLoanDetails: endpoint({
    method: 'GET',
    path: '/v2/detail/loan/{loanId}',
    audience: 'session',
    summary: 'The detail fields of a loan and their groups, both sorted by displayOrder',
    params: ofLoan,
    reply: details,
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['detail'],
  }),
  addLoanDetails: endpoint({
    method: 'POST',
    path: '/v2/detail/loan/{loanId}',
    audience: 'session',
    summary: 'More detail fields for a loan, alone or in groups',
    params: ofLoan,
    body: z.strictObject({
      fields: z
        .array(newField.extend({ groupId: id.nullable().default(null) }))
        .max(DETAILS_MOST)
        .default([]),
      groups: z
        .array(
          z.strictObject({
            name: text,
            displayOrder: displayOrder.optional(),
            fields: z.array(newField).max(DETAILS_MOST),
          }),
        )
        .max(50)
        .default([]),
    }),
    reply: details,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['detail'],
  }),
  syncLoanDetails: endpoint({
    method: 'POST',
    path: '/v2/detail/loan/{loanId}/sync',
    audience: 'session',
    summary: 'Bring the fields of a loan to what the template’s fields say; values stay',
    params: ofLoan,
    reply: details.extend({ added: z.int(), changed: z.int() }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['detail'],
  }),
  setLoanDetailValues: endpoint({
    method: 'PUT',
    path: '/v2/detail/loan/{loanId}/values',
    audience: 'session',
    summary: 'Values of detail fields, all or none',
    params: ofLoan,
    body: z.strictObject({
      values: z
        .array(
          z.strictObject({
            fieldId: id,
            version: z.int().min(0).max(VERSION_MOST),
            value: z.string().max(2000).nullable(),
          }),
        )
        .min(1)
        .max(DETAILS_MOST),
    }),
    reply: details,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['detail'],
  }),
};
