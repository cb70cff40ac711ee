import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { byId, id, timestamp } from './shapes.ts';
import { uploadedCsv } from './template-shapes.ts';
import { FIELD_TYPES, type FieldType } from './template-terms.ts';

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
export type TemplateField = z.infer<typeof templateField>;

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

export const templateFields = {
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
    reply: z.object({ sets: z.array(fieldSet) }),
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
