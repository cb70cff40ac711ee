import { z } from 'zod';
import { CONDITION_MAX, parseCondition } from './conditions.ts';
import {
  ENTITY_TYPES,
  LOAN_TYPE_CODES,
  PHASE_CATEGORIES,
  PLACEHOLDER,
  PRIORITIES,
  STORAGE_TYPES,
  VIRUS_SCAN_STATES,
} from './constants.ts';
import { unknownVariables } from './naming.ts';
import { id, person, text, timestamp } from './shapes.ts';
import {
  ANSWER_TYPE_CODES,
  BLOCK_TYPE_CODES,
  CSV_MAX_BYTES,
  DOCUMENT_FLAG_CODES,
  ELEMENT_PROVIDERS,
  NAMING_STRATEGIES,
  RELEASE_PHASE_CODES,
  REPEATS,
  REVIEW_STATUSES,
  TEMPLATE_LOCATIONS,
} from './template-terms.ts';

const codes = <T extends Record<string, string>>(labels: T) =>
  Object.keys(labels) as [keyof T & string, ...(keyof T & string)[]];

/** An empty value is stored as null; the placeholder option is not a valid value [R094] [R267] [R268]. */
const chosenOrNull = <T extends string>(values: readonly [T, ...T[]], what: string) =>
  z
    .preprocess(
      (given) => (given === '' ? null : given),
      z
        .enum(values, {
          error: ({ input }) =>
            input === PLACEHOLDER ? `Choose ${what}` : `Not one of the known values`,
        })
        .nullable(),
    )
    .optional();
export const loanType = chosenOrNull(LOAN_TYPE_CODES, 'a loan type');
export const entityType = chosenOrNull(codes(ENTITY_TYPES), 'an entity type');

export const blockType = z.enum(BLOCK_TYPE_CODES);
/** Block types that repeat per entity: every block except the loan's own. */
export const entityTypeLinks = z.array(z.enum(BLOCK_TYPE_CODES).exclude(['LOAN'])).max(4);

export const template = z.object({
  id,
  name: z.string(),
  /** The company's ID, under the specification's name. */
  company: id,
  blockType,
  loanType: z.string().nullable(),
  entityType: z.string().nullable(),
  entityTypeLinks: z.array(blockType),
  revision: z.number().int(),
  /** 0: never published. */
  publishedVersion: z.number().int(),
  hasUnpublishedChanges: z.boolean(),
  totalElements: z.number().int(),
  totalFiles: z.number().int(),
  libraryKey: z.string().nullable(),
  whenDeleted: timestamp.nullable(),
  lastModifiedDate: timestamp,
  lastModifiedByUser: person.nullable(),
  abilities: z.object({ edit: z.boolean() }),
});
export type Template = z.infer<typeof template>;

export const elementShape = {
  title: text.refine(
    (given) => unknownVariables(given).length === 0,
    'A name in {{ }} is not known. Choose a variable from the list.',
  ),
  answerType: z.enum(ANSWER_TYPE_CODES),
  choices: z.array(z.string().trim().min(1).max(100)).max(100),
  namingStrategy: z.enum(codes(NAMING_STRATEGIES)),
  description: z
    .string()
    .max(2000)
    .transform((given) => given || null)
    .nullable(),
  includeDescription: z.boolean(),
  priorityType: z.enum(PRIORITIES),
  visibleAtStatus: z.enum(codes(REVIEW_STATUSES)).nullable(),
  /** Held until the loan reaches this phase. Null: requested from the start. */
  releasePhase: z.enum(RELEASE_PHASE_CODES).nullable(),
  /** The title that borrowers see. Null: the same title. */
  borrowerTitle: text
    .refine(
      (given) => unknownVariables(given).length === 0,
      'A name in {{ }} is not known. Choose a variable from the list.',
    )
    .nullable(),
  hidden: z.boolean(),
  required: z.boolean(),
  modifiers: z.array(z.enum(DOCUMENT_FLAG_CODES)).max(24),
  locations: z.array(z.enum(TEMPLATE_LOCATIONS)).max(3),
  hasExpiration: z.boolean(),
  freshDays: z.number().int().min(1).max(3650).nullable(),
  dueDays: z.number().int().min(0).max(3650).nullable(),
  repeatPer: z.enum(REPEATS).nullable(),
  repeatCount: z.number().int().min(1).max(100).nullable(),
  condition: z
    .string()
    .trim()
    .max(CONDITION_MAX)
    .transform((given) => given || null)
    .superRefine((given, context) => {
      const parsed = given === null ? null : parseCondition(given);
      if (parsed?.ok === false) context.addIssue({ code: 'custom', message: parsed.complaint });
    })
    .nullable(),
  key: z.string().min(1).max(100).nullable(),
  aliases: z.array(z.string().trim().min(1).max(200)).max(50),
  provider: z.enum(ELEMENT_PROVIDERS).nullable(),
  stage: z.enum(PHASE_CATEGORIES).nullable(),
  docGroup: z.string().min(1).max(100).nullable(),
  period: z.string().min(1).max(100).nullable(),
  sbaTab: z.string().min(1).max(20).nullable(),
  note: z.string().min(1).max(2000).nullable(),
  checkWithCounsel: z.boolean(),
};
export const elementFields = z.object(elementShape).partial();
export type ElementFields = z.infer<typeof elementFields>;

export const templateElement = z.object({
  templateElementId: id,
  templateId: id,
  parentId: id.nullable(),
  position: z.number(),
  blockType,
  storageType: z.enum(STORAGE_TYPES),
  title: z.string(),
  /** The title that the borrower sees, with sample values for variables that depend on a loan. */
  evaluatedTitle: z.string(),
  answerType: z.enum(ANSWER_TYPE_CODES).nullable(),
  choices: z.array(z.string()),
  namingStrategy: z.enum(codes(NAMING_STRATEGIES)),
  description: z.string().nullable(),
  includeDescription: z.boolean(),
  priorityType: z.enum(PRIORITIES),
  visibleAtStatus: z.enum(codes(REVIEW_STATUSES)).nullable(),
  releasePhase: z.enum(RELEASE_PHASE_CODES).nullable(),
  borrowerTitle: z.string().nullable(),
  hidden: z.boolean(),
  required: z.boolean(),
  modifiers: z.array(z.enum(DOCUMENT_FLAG_CODES)),
  locations: z.array(z.enum(TEMPLATE_LOCATIONS)),
  hasExpiration: z.boolean(),
  freshDays: z.number().int().nullable(),
  dueDays: z.number().int().nullable(),
  repeatPer: z.enum(REPEATS).nullable(),
  repeatCount: z.number().int().nullable(),
  condition: z.string().nullable(),
  key: z.string().nullable(),
  aliases: z.array(z.string()),
  provider: z.enum(ELEMENT_PROVIDERS).nullable(),
  stage: z.enum(PHASE_CATEGORIES).nullable(),
  docGroup: z.string().nullable(),
  period: z.string().nullable(),
  sbaTab: z.string().nullable(),
  note: z.string().nullable(),
  checkWithCounsel: z.boolean(),
  answer: z
    .object({
      documentId: id,
      name: z.string(),
      size: z.number().int(),
      virusScanState: z.enum(VIRUS_SCAN_STATES),
    })
    .nullable(),
  revision: z.number().int(),
});
export type TemplateElement = z.infer<typeof templateElement>;

export const place = {
  parentId: id.nullable().optional(),
  /** The sibling after which to insert it. Null: first. Absent: last. */
  afterId: id.nullable().optional(),
};

/** The changes of a write, sufficient to update a page that shows the template. */
export const changed = z.object({
  template,
  elements: z.array(templateElement),
  removed: z.array(id),
});
export type TemplateChanged = z.infer<typeof changed>;

export const uploadedCsv = z.object({
  name: z.string().max(255),
  text: z.string().max(CSV_MAX_BYTES, 'At most 5 MB'),
});
const option = z.object({ value: z.string(), label: z.string() });
export const templateList = z.object({
  templates: z.record(blockType, z.array(template)),
  /**
   * Whether there are more than the newest that are listed. Without a company, an administrator sees the templates of
   * all companies.
   */
  hasMore: z.boolean(),
  /** Whether the caller may create templates, which an empty list would not show otherwise. */
  abilities: z.object({ create: z.boolean() }),
});

export const types = z.array(option);

/** A template of the starter library. */
export const libraryTemplate = z.object({
  key: z.string(),
  name: z.string(),
  loanType: z.string(),
  description: z.string(),
  totalElements: z.number().int(),
  totalFiles: z.number().int(),
  /** Number of unverified rules, which the company's counsel has to check. */
  totalUnverified: z.number().int(),
  asOf: z.string(),
});
export type LibraryTemplate = z.infer<typeof libraryTemplate>;

/** An element as a borrower sees it, without the fields that are only for the lender. */
export const borrowerElement = z.object({
  templateElementId: id,
  parentId: id.nullable(),
  blockType,
  storageType: z.enum(STORAGE_TYPES),
  evaluatedTitle: z.string(),
  description: z.string().nullable(),
  answerType: z.enum(ANSWER_TYPE_CODES).nullable(),
  choices: z.array(z.string()),
  required: z.boolean(),
  dueDays: z.number().int().nullable(),
});
export type BorrowerElement = z.infer<typeof borrowerElement>;

export const templateVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  note: z.string().nullable(),
  totalElements: z.number().int(),
  totalFiles: z.number().int(),
  publishedDate: timestamp,
  publishedByUser: person.nullable(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** Version 1 of the API: templates of whole loans, without their elements. */
export const loanTemplate = z.object({
  id,
  name: z.string(),
  company: id,
  loanType: z.string().nullable(),
  entityType: z.string().nullable(),
  revision: z.number().int(),
});
export type LoanTemplate = z.infer<typeof loanTemplate>;
