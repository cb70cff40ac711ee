import { z } from 'zod';
import { LOAN_TYPE_CODES } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { ASSET_KINDS, MAX_ENTITIES, MAX_OWNERS } from './entity-fields.ts';
import {
  entity,
  customizationChanges,
  guaranteeRule,
  givenInformation,
  informationBody,
  kind,
  knownInformation,
  label,
  labels,
  loanEntity,
  newEntity,
  owner,
  suggestion,
  version,
} from './entity-shapes.ts';
import { byId, day, id, person, text, timestamp, MAX_VERSION } from './shapes.ts';

const createEndpoint = <const P extends `/${string}`>(path: P, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    audience: 'session',
    summary,
    body: newEntity,
    reply: loanEntity,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['entity', 'element', 'loan'],
  });
const updateEndpoint = <const P extends `/${string}`>(path: P, what: string) =>
  endpoint({
    method: 'POST',
    path,
    audience: 'session',
    summary: `Change what is known of ${what}; a new version, the older ones stay`,
    params: byId,
    body: informationBody,
    reply: entity,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    changes: ['entity', 'element', 'loan'],
  });
const readEndpoint = <const P extends `/${string}`>(path: P, what: string) =>
  endpoint({
    method: 'GET',
    path,
    audience: 'session',
    summary: `Information about ${what}, identifiers masked`,
    params: byId,
    reply: entity,
    errors: ['NOT_FOUND'],
    shows: ['entity'],
  });

const loanOf = z.strictObject({ loanId: id });
const onLoan = { changes: ['entity', 'element', 'loan'] } as const;
const lookupErrors = ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'] as const;
const placed = [...lookupErrors, 'ALREADY_ON_LOAN'] as const;

export const entities = {
  createAsset: endpoint({
    method: 'POST',
    path: '/v2/entities/assets',
    audience: 'session',
    summary: 'A new asset, of whatever kind',
    body: newEntity.extend({ type: z.enum(ASSET_KINDS) }),
    reply: loanEntity,
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    ...onLoan,
  }),
  createRealEstate: createEndpoint('/v2/entities/realEstate', 'New real estate'),
  createBusiness: createEndpoint('/v2/entities/businesses', 'A new business'),
  createEquipment: createEndpoint('/v2/entities/equipment', 'New equipment'),
  createBankAsset: createEndpoint('/v2/entities/bankAsset', 'A new bank account'),
  createRandomAsset: createEndpoint('/v2/entities/randomAsset', 'A new asset of another kind'),
  renameEntity: endpoint({
    method: 'PUT',
    path: '/v2/entities/{id}/rename',
    audience: 'session',
    summary: 'What an entity is called; its folders follow',
    params: byId,
    body: z.strictObject({ name: text }),
    reply: entity,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'],
    ...onLoan,
  }),
  getOwnIndividual: endpoint({
    method: 'GET',
    path: '/v2/entities/individualFromUser',
    audience: 'session',
    summary: 'The caller’s own individual, at the company of a loan or of the caller',
    query: z.strictObject({ loanId: id.optional() }),
    reply: z.object({ individual: entity.nullable() }),
    errors: ['LOAN_NOT_FOUND'],
    shows: ['entity'],
  }),
  createIndividualFromUser: endpoint({
    method: 'POST',
    path: '/v2/entities/individualFromUser',
    audience: 'session',
    summary: 'Make the individual of a person who signs in, once, and put it on a loan',
    /** The loan is required, because it determines the company that the person's entity belongs to. */
    body: z.strictObject({ userId: id.optional(), loanId: id }),
    reply: entity,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    ...onLoan,
  }),
  getIndividualOfUser: endpoint({
    method: 'GET',
    path: '/v2/entities/individualFromUser/{userId}',
    audience: 'session',
    summary: 'The individual of a person, at the company of a loan or of the caller',
    params: z.strictObject({ userId: id }),
    query: z.strictObject({ loanId: id.optional() }),
    reply: z.object({ individual: entity }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND'],
    shows: ['entity'],
  }),
  setOwners: endpoint({
    method: 'PUT',
    path: '/v2/entities/{id}/owners',
    audience: 'session',
    summary: 'Who owns an entity, and how much of it',
    params: byId,
    body: z.strictObject({
      /** The ownersVersion on which the change is based. */
      version: z.int().min(0),
      owners: z
        .array(
          z.strictObject({
            ownerId: id,
            share: z
              .number()
              .gt(0, 'More than 0')
              .max(100, 'At most 100')
              .refine((share) => Number.isInteger(Math.round(share * 1e6) / 1e4), {
                message: 'At most two decimals',
              }),
            asOf: day.nullable().default(null),
          }),
        )
        .max(MAX_OWNERS),
    }),
    reply: z.object({ ownersVersion: z.int(), owners: z.array(owner) }),
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    ...onLoan,
  }),

  // Information about entities ------------------------------------------------------------------------
  updateRealEstate: updateEndpoint('/v2/information/realEstate/{id}', 'real estate'),
  getRealEstate: readEndpoint('/v2/information/realEstate/{id}', 'real estate'),
  updateBusiness: updateEndpoint('/v2/information/business/{id}', 'a business or a trust'),
  getBusiness: readEndpoint('/v2/information/business/{id}', 'a business or a trust'),
  updateEquipment: updateEndpoint('/v2/information/equipment/{id}', 'equipment'),
  getEquipment: readEndpoint('/v2/information/equipment/{id}', 'equipment'),
  updateBankAsset: updateEndpoint('/v2/information/bankAsset/{id}', 'a bank account'),
  getBankAsset: readEndpoint('/v2/information/bankAsset/{id}', 'a bank account'),
  updateRandomAsset: updateEndpoint('/v2/information/randomAsset/{id}', 'another asset'),
  getRandomAsset: readEndpoint('/v2/information/randomAsset/{id}', 'another asset'),
  updateIndividual: updateEndpoint('/v2/information/individual/{id}', 'an individual'),
  getInformationHistory: endpoint({
    method: 'GET',
    path: '/v2/information/{id}/history',
    audience: 'session',
    summary: 'Every version of what is known of an entity, newest first: who, when, what changed',
    params: byId,
    query: z.strictObject({ before: z.coerce.number().int().min(1).max(MAX_VERSION).optional() }),
    reply: z.object({
      versions: z.array(
        z.object({
          version: z.int(),
          at: timestamp,
          by: person.nullable(),
          changed: z.array(z.string()),
          restoredFrom: z.int().nullable(),
          information: knownInformation,
          masked: z.record(z.string(), z.string()),
        }),
      ),
      /** The value of ?before= for the next older versions; null if there are none. */
      nextBefore: z.int().nullable(),
    }),
    errors: ['NOT_FOUND'],
    shows: ['entity'],
  }),
  restoreInformation: endpoint({
    method: 'POST',
    path: '/v2/information/{id}/restore',
    audience: 'session',
    summary: 'An older version again, as a new one',
    params: byId,
    body: z.strictObject({ version, from: version }),
    reply: entity,
    errors: ['INVALID_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    ...onLoan,
  }),
  revealIdentifier: endpoint({
    method: 'POST',
    path: '/v2/information/{id}/reveal',
    audience: 'session',
    summary: 'One identifier in full; every view is logged',
    params: byId,
    body: z.strictObject({
      field: z.string().max(40),
      /** The loan that it is needed for. */
      loanId: id.optional(),
    }),
    reply: z.object({ field: z.string(), value: z.string() }),
    errors: ['NOT_FOUND', 'LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    recordedEachTime: true,
  }),

  // On a loan -----------------------------------------------------------------------------------------
  listLoanEntities: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{id}/entities',
    audience: 'session',
    summary: 'The entities of a loan that the caller sees, who owns whom, and who should guarantee',
    params: byId,
    reply: z.object({
      loanEntities: z.array(loanEntity),
      /** The first entity that has a label. */
      applicantEntityId: id.nullable(),
      owners: z.array(owner),
      suggestions: z.array(suggestion),
      /** Guarantee rules for loans of this type; only for callers who manage its entities. */
      rules: z.array(guaranteeRule),
      loanType: z.enum(LOAN_TYPE_CODES),
      abilities: z.object({ add: z.boolean(), manage: z.boolean() }),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['entity'],
  }),
  getLoanEntity: endpoint({
    method: 'GET',
    path: '/v1/loans/{loanId}/loanEntity/{loanEntityId}',
    audience: 'session',
    summary: 'One entity of a loan, with its newest information',
    params: z.strictObject({ loanId: id, loanEntityId: id }),
    reply: loanEntity,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND'],
    shows: ['entity'],
  }),
  createEntity: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/createEntity',
    audience: 'session',
    summary: 'Put an entity on a loan: a new one, or one that the company has',
    body: z.strictObject({
      loanId: id,
      type: kind,
      label: label.nullable().optional(),
      labels: labels.optional(),
      entity: z.union([z.strictObject({ id }), z.strictObject({ information: givenInformation })]),
      /** The template to apply to the entity, instead of the one that the loan's template names for its kind. */
      templateId: id.optional(),
    }),
    reply: loanEntity,
    errors: [...placed, 'TEMPLATE_NOT_PUBLISHED', 'TEMPLATE_DOES_NOT_FIT', 'PACKAGE_FULL'],
    ...onLoan,
  }),
  labelEntity: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/entityLabel',
    audience: 'session',
    summary: 'Add labels to an entity of a loan, or take some away; the others stay',
    body: z.strictObject({ loanId: id, loanEntityId: id, labels, removed: labels.optional() }),
    reply: loanEntity,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    ...onLoan,
  }),
  removeEntity: endpoint({
    method: 'DELETE',
    path: '/v2/loanmanager/{loanId}/entity/{entityId}',
    audience: 'session',
    summary: 'Take an entity off a loan; the company keeps it, the package keeps its documents',
    params: z.strictObject({ loanId: id, entityId: id }),
    reply: z.object({ loanId: id, entityId: id }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    ...onLoan,
  }),
  listLenderEntities: endpoint({
    method: 'GET',
    path: '/v2/loanmanager/{loanId}/lenderEntityList',
    audience: 'session',
    summary: 'Entities of the lender that are missing on the loan, by name',
    params: loanOf,
    query: z.strictObject({
      q: z.string().trim().max(100).optional(),
      type: kind.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({
      entities: z.array(z.object({ id, kind, name: z.string(), loans: z.int() })),
      more: z.boolean(),
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['entity'],
  }),
  bulkCreateEntity: endpoint({
    method: 'POST',
    path: '/v2/loanmanager/{loanId}/bulkCreateEntity',
    audience: 'session',
    slow: true,
    summary: 'Put many entities on a loan, all or none',
    params: loanOf,
    body: z
      .array(
        z.strictObject({
          type: kind,
          labels: labels.default([]),
          entityId: id.optional(),
          information: givenInformation.optional(),
        }),
      )
      .min(1)
      .max(MAX_ENTITIES),
    reply: z.object({ loanEntities: z.array(loanEntity) }),
    errors: placed,
    ...onLoan,
  }),
  bulkUpdateEntity: endpoint({
    method: 'PUT',
    path: '/v2/loanmanager/{loanId}/bulkUpdateEntity',
    audience: 'session',
    slow: true,
    summary: 'Bulk edit of entities of a loan: all or none',
    params: loanOf,
    body: z
      .array(
        z.strictObject({
          entityId: id,
          version,
          labels: labels.optional(),
          information: givenInformation.optional(),
          customizations: customizationChanges.optional(),
        }),
      )
      .min(1)
      .max(MAX_ENTITIES),
    reply: z.object({ loanEntities: z.array(loanEntity) }),
    errors: ['INVALID_REQUEST', 'LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED', 'CONFLICT'],
    ...onLoan,
  }),
};
