import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { DETAIL_TYPE_CODES, MAX_DETAILS } from './custom-field-terms.ts';
import { id, text, timestamp, MAX_VERSION, byId } from './shapes.ts';
import { uploadedCsv } from './template-shapes.ts';
import { FIELD_TYPES, type FieldType } from './template-terms.ts';

const displayOrder = z.int().min(0).max(1_000_000);
const detailField = z.object({
  id,
  groupId: id.nullable(),
  name: z.string(),
  type: z.enum(DETAIL_TYPE_CODES),
  choices: z.array(z.string()),
  /** Copied from the template's field: a value that is set cannot be cleared. */
  required: z.boolean(),
  help: z.string().nullable(),
  value: z.string().nullable(),
  displayOrder,
  /** Incremented by each change of the value; a change that is based on an older version is refused. */
  version: z.int(),
  lastModifiedDate: timestamp,
});
export type DetailField = z.infer<typeof detailField>;

/** fields[] and groups[], each group with its own fields[]; fields and groups have a displayOrder [R073]. */
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

export const loanFields = {
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
        .max(MAX_DETAILS)
        .default([]),
      groups: z
        .array(
          z.strictObject({
            name: text,
            displayOrder: displayOrder.optional(),
            fields: z.array(newField).max(MAX_DETAILS),
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
            version: z.int().min(0).max(MAX_VERSION),
            value: z.string().max(2000).nullable(),
          }),
        )
        .min(1)
        .max(MAX_DETAILS),
    }),
    reply: details,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['detail'],
  }),
};

const templateField = z.object({
  id,
  key: z.string(),
  label: z.string(),
  type: z.enum(Object.keys(FIELD_TYPES) as [FieldType, ...FieldType[]]),
  choices: z.array(z.string()),
  required: z.boolean(),
  help: z.string().nullable(),
  displayOrder: z.number().int(),
});

const fieldSet = z.object({
  id,
  company: id,
  companyName: z.string(),
  name: z.string(),
  loanType: z.string().nullable(),
  lastModifiedDate: timestamp,
  groups: z.array(
    z.object({ name: z.string(), displayOrder: z.number().int(), fields: z.array(templateField) }),
  ),
});
export type FieldSet = z.infer<typeof fieldSet>;

export const fieldSets = {
  uploadTemplateFields: endpoint({
    method: 'POST',
    path: '/v2/templatefields/upload',
    audience: 'admin',
    slow: true,
    summary: 'Sets of template fields from a CSV file; a set of the same name is replaced',
    form: true,
    query: z.strictObject({ company: id }),
    body: z.strictObject({ file: uploadedCsv }),
    reply: z.object({ sets: z.array(fieldSet) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    changes: ['templateField'],
  }),
  listTemplateFieldSets: endpoint({
    method: 'GET',
    path: '/v2/templatefields/sets',
    audience: 'admin',
    summary: 'Sets of template fields, by company and name, with their groups and fields',
    query: z.strictObject({ companyId: id.optional() }),
    reply: z.object({
      sets: z.array(fieldSet),
      /** True if only the newest are listed. */
      hasMore: z.boolean(),
    }),
    shows: ['templateField'],
  }),
  deleteTemplateFieldSet: endpoint({
    method: 'DELETE',
    path: '/v2/templatefields/set/{id}',
    audience: 'admin',
    summary: 'Delete a set of template fields',
    params: byId,
    reply: z.object({ id }),
    errors: ['NOT_FOUND'],
    changes: ['templateField'],
  }),
};
