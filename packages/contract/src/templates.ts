import { z } from 'zod';
import { LOAN_TYPE_CODES, STORAGE_TYPES, UPLOAD_MAX_BYTES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, flag, id, repeatedParam, text, MAX_VERSION } from './shapes.ts';
import {
  blockType,
  borrowerElement,
  changed,
  elementFields,
  elementShape,
  entityType,
  entityTypeLinks,
  libraryTemplate,
  loanType,
  place,
  template,
  templateElement,
  templateVersion,
  templateList,
  types,
  uploadedCsv,
} from './template-shapes.ts';
import { MAX_TEMPLATE_BATCH } from './template-terms.ts';

const ID = z.regexes.uuid().source.slice(1, -1);
/** At most 50, separated by commas. */
const LIST_OF_IDS = new RegExp(`^${ID}(,${ID}){0,49}$`);

export const templates = {
  listTemplates: endpoint({
    method: 'GET',
    path: '/v2/templates',
    audience: 'lender',
    summary: 'Templates grouped by what they are applied to, each group by name',
    query: z.strictObject({
      companyId: id.optional(),
      blockType: blockType.optional(),
      loanType: z.enum(LOAN_TYPE_CODES).optional(),
      status: z.enum(['ACTIVE', 'TRASHED']).default('ACTIVE'),
    }),
    reply: templateList,
    shows: ['template'],
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/v2/templates',
    audience: 'lender',
    summary: 'A new template, as a draft, with a block for each kind of entity that is named',
    body: z
      .strictObject({
        name: text,
        company: id.optional(),
        blockType: blockType.default('LOAN'),
        loanType,
        entityType,
        entityTypeLinks: entityTypeLinks.optional(),
      })
      .meta({
        anyOf: [
          { properties: { blockType: { const: 'LOAN' } } },
          { properties: { entityTypeLinks: { maxItems: 0 } } },
        ],
      }),
    reply: template,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['template'],
  }),
  updateTemplate: endpoint({
    method: 'PUT',
    path: '/v2/templates',
    audience: 'lender',
    summary:
      'Change a template’s name, types or blocks, or restore it from the trash; refused after a concurrent change',
    body: z.strictObject({
      id,
      revision: z.number().int(),
      name: text.optional(),
      loanType,
      entityType,
      entityTypeLinks: entityTypeLinks.optional(),
      restore: z.literal(true).optional(),
    }),
    reply: template,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['template', 'templateElement'],
  }),
  deleteTemplates: endpoint({
    method: 'DELETE',
    path: '/v2/templates',
    audience: 'lender',
    summary:
      'Put templates into the trash; from there, for good, unless a loan was made from one of them',
    query: z.strictObject({ id: repeatedParam(id), permanently: flag }),
    body: z.strictObject({
      ids: z.array(id).min(1).max(100).optional(),
      permanently: z.boolean().default(false),
    }),
    reply: z.object({ deleted: z.array(id) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'TEMPLATE_IN_USE'],
    changes: ['template'],
  }),
  listTemplateTypes: endpoint({
    method: 'GET',
    path: '/v2/templates/types',
    audience: 'lender',
    summary: 'The lists that a template is made of, as value and label',
    reply: z.object({
      block: types,
      loanView: types,
      location: types,
      entityModifier: types,
      namingStrategy: types,
      priority: types,
      sherpaEntity: types,
      storage: types,
      elementModifier: types,
    }),
  }),
  listTemplateElements: endpoint({
    method: 'GET',
    path: '/v2/templates/{id}/elements',
    audience: 'lender',
    summary:
      'A template with all its elements: the draft, a version, or what changed since a revision',
    params: byId,
    query: z.strictObject({
      version: z.coerce.number().int().min(0).max(MAX_VERSION).default(0),
      since: z.coerce.number().int().min(0).optional(),
    }),
    reply: z.object({
      template,
      elements: z.array(templateElement),
      /** IDs of elements deleted since; only if `since` was given and `complete` is false. */
      removed: z.array(id),
      complete: z.boolean(),
    }),
    errors: ['NOT_FOUND'],
    shows: ['templateElement'],
  }),
  createTemplateElements: endpoint({
    method: 'POST',
    path: '/v2/templates/elements',
    audience: 'lender',
    summary: 'New elements, each at its place; the caller may choose their ids',
    body: z.strictObject({
      templateId: id,
      elements: z
        .array(
          z.strictObject({
            templateElementId: id.optional(),
            ...place,
            storageType: z.enum(STORAGE_TYPES),
            blockType: blockType.optional(),
            ...elementFields.shape,
            title: elementShape.title,
          }),
        )
        .min(1)
        .max(MAX_TEMPLATE_BATCH),
    }),
    reply: changed,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['template'],
  }),
  updateTemplateElements: endpoint({
    method: 'PUT',
    path: '/v2/templates/elements',
    audience: 'lender',
    summary:
      'Change or move elements, each as the caller last saw it, or take back a deletion; all or none',
    body: z.strictObject({
      templateId: id,
      elements: z
        .array(
          z.strictObject({
            templateElementId: id,
            revision: z.number().int(),
            ...place,
            blockType: blockType.optional(),
            ...elementFields.shape,
          }),
        )
        .max(MAX_TEMPLATE_BATCH)
        .default([]),
      /** The `undo` ID from the reply to a deletion. */
      restore: id.optional(),
    }),
    reply: changed,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['template'],
  }),
  deleteTemplateElements: endpoint({
    method: 'DELETE',
    path: '/v2/templates/elements',
    audience: 'lender',
    summary:
      'Delete elements with all that is in them; can be undone until the template is published',
    query: z.strictObject({ templateId: id.optional(), templateElementId: repeatedParam(id) }),
    body: z.strictObject({
      templateId: id.optional(),
      elements: z
        .array(
          z.strictObject({
            templateElementId: id,
            /** The highest revision in the subtree that the caller has seen. */
            revision: z.number().int(),
          }),
        )
        .max(MAX_TEMPLATE_BATCH)
        .optional(),
    }),
    reply: changed.extend({ undo: id }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['template'],
  }),
  getTemplateAnswerUrl: endpoint({
    method: 'GET',
    path: '/v2/templates/elements/answer',
    audience: 'lender',
    summary: 'An address to PUT the file that a template’s element hands out to',
    query: z.strictObject({
      templateElementId: id,
      name: text,
      size: z.coerce.number().int(),
    }),
    reply: z.object({
      uploadUrl: z.string(),
      headers: z.record(z.string(), z.string()),
      key: z.string(),
    }),
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'FILE_TOO_SMALL',
      'FILE_TOO_LARGE',
      'FILE_INVALID_TYPE',
      'UPLOAD_QUOTA',
    ],
  }),
  answerTemplateElement: endpoint({
    method: 'POST',
    path: '/v2/templates/elements/answer',
    audience: 'lender',
    summary: 'Attach an uploaded file to an element: every loan made from the template gets it',
    body: z.strictObject({
      templateElementId: id,
      revision: z.number().int(),
      name: text,
      size: z.number().int().min(1).max(UPLOAD_MAX_BYTES),
      key: z.string().max(300),
    }),
    reply: changed,
    errors: [
      'NOT_FOUND',
      'UNAUTHORIZED',
      'CONFLICT',
      'UPLOAD_MISSING',
      'NOTHING_TO_ANSWER',
      'FILE_INVALID_TYPE',
    ],
    changes: ['template'],
  }),
  deleteTemplateAnswer: endpoint({
    method: 'DELETE',
    path: '/v2/templates/element/answer/{elementId}',
    audience: 'lender',
    summary: 'Take the file from an element; versions that have it keep it',
    params: z.strictObject({ elementId: id }),
    reply: changed,
    errors: ['NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['template'],
  }),
  copyTemplate: endpoint({
    method: 'POST',
    path: '/v2/templates/copy',
    audience: 'lender',
    slow: true,
    summary: 'A copy of a template, of one of its versions, or of one of the starter library',
    body: z
      .strictObject({
        templateId: id.optional(),
        version: z.number().int().min(0).max(MAX_VERSION).default(0),
        libraryKey: z.string().max(100).optional(),
        name: text.optional(),
        company: id.optional(),
      })
      .refine(
        ({ templateId, libraryKey }) => (templateId === undefined) !== (libraryKey === undefined),
        'Name a template or one of the library',
      )
      .meta({ oneOf: [{ required: ['templateId'] }, { required: ['libraryKey'] }] }),
    reply: template,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['template'],
  }),
  listBorrowerTemplates: endpoint({
    method: 'GET',
    path: '/v2/templates/borrower',
    audience: 'lender',
    summary: 'Published templates, and one of them (or a draft) as a borrower will see it',
    query: z.strictObject({
      templateId: id.optional(),
      version: z.coerce.number().int().min(0).max(MAX_VERSION).default(0),
    }),
    reply: z.object({ templates: z.array(template), elements: z.array(borrowerElement) }),
    errors: ['NOT_FOUND'],
    shows: ['template', 'templateElement'],
  }),
  uploadTemplates: endpoint({
    method: 'POST',
    path: '/v2/templates/upload',
    audience: 'lender',
    slow: true,
    summary: 'Templates from a CSV file, each a new draft; one wrong row and none is made',
    form: true,
    query: z.strictObject({ company: id.optional() }),
    body: z.strictObject({ file: uploadedCsv }),
    reply: z.object({ templates: z.array(template) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['template'],
  }),
  downloadTemplates: endpoint({
    method: 'GET',
    path: '/v2/templates/download/{ids}',
    audience: 'lender',
    summary: 'These templates (ids separated by commas) as the CSV file that an upload accepts',
    params: z.strictObject({
      ids: z
        .string()
        .regex(LIST_OF_IDS, 'Must be ids separated by commas')
        .transform((list) => list.split(',')),
    }),
    errors: ['NOT_FOUND'],
  }),
  downloadTemplateCsv: endpoint({
    method: 'GET',
    path: '/v2/templates/downloadCsv',
    audience: 'lender',
    summary: 'All templates of the company as one CSV file; with ?blank only its first line',
    query: z.strictObject({ companyId: id.optional(), blank: flag }),
    errors: ['NOT_FOUND'],
  }),
  listTemplateLibrary: endpoint({
    method: 'GET',
    path: '/v2/templates/library',
    audience: 'lender',
    summary: 'The starter library: templates that a company may adopt and make its own',
    reply: z.object({ templates: z.array(libraryTemplate) }),
  }),
  publishTemplate: endpoint({
    method: 'POST',
    path: '/v2/templates/{id}/publish',
    audience: 'lender',
    slow: true,
    summary: 'Make the draft the next version: from now on loans are made from it',
    params: byId,
    body: z.strictObject({
      revision: z.number().int(),
      note: z.string().trim().min(1).max(500).optional(),
    }),
    reply: template,
    errors: ['NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT', 'NOTHING_TO_PUBLISH'],
    changes: ['template', 'templateElement'],
  }),
  listTemplateVersions: endpoint({
    method: 'GET',
    path: '/v2/templates/{id}/versions',
    audience: 'lender',
    summary: 'The published versions of a template, newest first',
    params: byId,
    reply: z.object({ versions: z.array(templateVersion) }),
    errors: ['NOT_FOUND'],
    shows: ['template'],
  }),
};
