import { z } from 'zod';
import {
  CUSTOMIZATION_NAME_MAX,
  ENTITY_KIND_CODES,
  ENTITY_LABEL_CODES,
  MAX_CUSTOMIZATIONS,
} from './entity-fields.ts';
import { day, id, person, text, timestamp, MAX_VERSION } from './shapes.ts';

/** Information about an entity by field; entity-fields.ts defines the fields of each kind. */
export const givenInformation = z
  .record(z.string().max(40), z.union([z.string().max(2000), z.number(), z.null()]))
  .refine((fields) => Object.keys(fields).length <= 40, 'Too many fields')
  .meta({ maxProperties: 40 });
export const knownInformation = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export const kind = z.enum(ENTITY_KIND_CODES);
export const label = z.enum(ENTITY_LABEL_CODES);
export const labels = z
  .array(label)
  .max(ENTITY_LABEL_CODES.length)
  .transform((list) => [...new Set(list)]);

/** A role of a company's applications. */
export const applicationRole = z.object({
  label,
  /** The company's name for the role. */
  name: z.string(),
  /** Whether applicants can choose the role. Entities that already have it keep it. */
  offered: z.boolean(),
  kinds: z.array(kind),
});
export const version = z.int().min(1).max(MAX_VERSION);

/** An entity of the company, with the newest information; identifiers are masked. */
export const entity = z.object({
  id,
  companyId: id,
  kind,
  sherpaEntityType: kind,
  name: z.string(),
  /** The user whose individual this is; null for entities without an account. */
  userId: id.nullable(),
  information: knownInformation,
  /** Masks of the encrypted values by field: only the last digits are visible, or none. */
  masked: z.record(z.string(), z.string()),
  version: z.int(),
  ownersVersion: z.int(),
  lastModifiedDate: timestamp,
  lastModifiedByUser: person.nullable(),
  abilities: z.object({ edit: z.boolean(), reveal: z.boolean() }),
});
export type Entity = z.infer<typeof entity>;

/** An entity on a loan: merged with its newest information and the entity itself [R072]. */
export const loanEntity = entity.extend({
  id,
  entityId: id,
  loanId: id,
  /** The first of its labels. */
  label: label.nullable(),
  labels: z.array(label),
  templateId: id.nullable(),
  templateName: z.string().nullable(),
  /** The lender's own fields about it on this loan, by name; empty for everyone else. */
  customizations: z.record(z.string(), z.string()),
  /** Its folder in the package. */
  folderId: id.nullable(),
  abilities: z.object({
    edit: z.boolean(),
    reveal: z.boolean(),
    label: z.boolean(),
    remove: z.boolean(),
  }),
});
export type LoanEntity = z.infer<typeof loanEntity>;

/** Fields to set, by name; null removes one. The others stay. */
export const customizationChanges = z
  .record(z.string().trim().min(1, 'Required').max(CUSTOMIZATION_NAME_MAX), text.nullable())
  .refine(
    (fields) => Object.keys(fields).length <= 2 * MAX_CUSTOMIZATIONS,
    `At most ${2 * MAX_CUSTOMIZATIONS} changes`,
  )
  .meta({ maxProperties: 2 * MAX_CUSTOMIZATIONS });

export const owner = z.object({
  ownerId: id,
  ownerName: z.string(),
  ownerKind: kind,
  ownedId: id,
  /** Percent, to the hundredth. */
  share: z.number(),
  asOf: day.nullable(),
});
export type Owner = z.infer<typeof owner>;

/** A rule in effect today: an owner of at least this share of a borrower should guarantee the loan. */
export const guaranteeRule = z.object({
  ruleId: id,
  /** Percent. */
  threshold: z.number(),
  reason: z.string(),
  source: z.string(),
  effectiveFrom: day,
});
export type GuaranteeRule = z.infer<typeof guaranteeRule>;

/** A guarantor that a rule suggests. It is shown with its reason, and a person decides. */
export const suggestion = guaranteeRule.extend({
  entityId: id,
  entityName: z.string(),
  ownedId: id,
  ownedName: z.string(),
  /** Direct and indirect ownership, in percent. */
  share: z.number(),
  onLoan: z.boolean(),
});
export type GuaranteeSuggestion = z.infer<typeof suggestion>;

export const informationBody = z.strictObject({
  /** The version on which the change is based: an older one is refused. */
  version,
  information: givenInformation,
});
export const newEntity = z.strictObject({
  information: givenInformation,
  /** The loan on which it is created; other loans may use it later. */
  loanId: id,
  labels: labels.default([]),
});
