import { entities } from '@cairn/contract/entities';
import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import { routes, type Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { renameEntityFolders } from '../elements/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import { changeInformation, recordOnLoans } from './change-entities.ts';
import { BUSINESS_KINDS, changeEntity, entityToEdit } from './edit-entity.ts';
import { openerFor } from './identifiers.ts';
import { loanHandlers, type ApplyTemplate } from './loan-entity-handlers.ts';
import { entityPolicy } from './policy.ts';
import { presentEntities, presentVersions } from './present.ts';
import { entitiesOfLoan } from './loan-entities-store.ts';
import { findEntity, saveEntity, versionsOf, type EntityRow } from './store.ts';
import { entitySeenBy } from './find-entity.ts';

const VERSIONS_A_PAGE = 50;

export const entityRoutes = ({ keys, applyTemplate, otherIdentifiers }: EntityParts) =>
  routes(entities, {
    ...loanHandlers(keys, applyTemplate),
    ...informationHandlers(keys, otherIdentifiers),
  });

interface EntityParts {
  keys: CompanyKeys;
  applyTemplate: ApplyTemplate;
  /** Identifiers of an entity that another module stores, by field. */
  otherIdentifiers: OtherIdentifiers;
}
type OtherIdentifiers = (reads: Queries, entity: EntityRow) => Promise<Record<string, string>>;

type All = Handlers<typeof entities>;

function informationHandlers(keys: CompanyKeys, otherIdentifiers: OtherIdentifiers) {
  const one = async (reads: Queries, actor: Actor, row: EntityRow) =>
    (await presentEntities(keys, reads, actor, [row]))[0]!;

  const showEntity = async (
    { actor, params, reads }: Parameters<All['getBusiness']>[0],
    kinds: readonly EntityKind[],
  ) => one(reads, actor, await entitySeenBy(reads, actor, params.id, kinds));

  const changeAndPresent = (
    { actor, params, body, write }: Parameters<All['updateBusiness']>[0],
    kinds: readonly EntityKind[],
  ) =>
    write(async (tx) =>
      one(tx, actor, await changeEntity(tx, keys, actor, params.id, body, kinds)),
    );

  const handlers = {
    getBusiness: (call) => showEntity(call, BUSINESS_KINDS),
    updateBusiness: (call) => changeAndPresent(call, BUSINESS_KINDS),
    getRealEstate: (call) => showEntity(call, ['REAL_ESTATE_ASSET']),
    updateRealEstate: (call) => changeAndPresent(call, ['REAL_ESTATE_ASSET']),
    getEquipment: (call) => showEntity(call, ['EQUIPMENT_ASSET']),
    updateEquipment: (call) => changeAndPresent(call, ['EQUIPMENT_ASSET']),
    getBankAsset: (call) => showEntity(call, ['BANK_ASSET']),
    updateBankAsset: (call) => changeAndPresent(call, ['BANK_ASSET']),
    getRandomAsset: (call) => showEntity(call, ['OTHER_ASSET']),
    updateRandomAsset: (call) => changeAndPresent(call, ['OTHER_ASSET']),
    updateIndividual: (call) => changeAndPresent(call, ['INDIVIDUAL']),

    renameEntity: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const row = await entityToEdit(tx, actor, params.id);
        if (row.name !== body.name) {
          await saveEntity(tx, row, { name: body.name }, actor.accountId);
          await renameEntityFolders(tx, row, row.name, body.name);
          await recordOnLoans(tx, actor, row.company_id, [row.id], {
            kind: 'entity.renamed',
            detail: { entityId: row.id },
          });
        }
        return one(tx, actor, (await findEntity(tx, actor, row.id))!);
      }),

    getInformationHistory: async ({ actor, params, query, reads }) => {
      const entity = await entitySeenBy(reads, actor, params.id);
      const rows = await versionsOf(reads, entity, { ...query, limit: VERSIONS_A_PAGE + 1 });
      const page = rows.slice(0, VERSIONS_A_PAGE);
      return {
        versions: await presentVersions(keys, reads, actor, entity, page),
        nextBefore: rows.length > page.length ? page.at(-1)!.version : null,
      };
    },

    restoreInformation: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const row = await entityToEdit(tx, actor, params.id, body.version);
        const [older] = await versionsOf(tx, row, { only: body.from, limit: 1 });
        if (!older) throw new ApiError('NOT_FOUND');
        const open = await openerFor(keys, tx, row.company_id, [older]);
        const then = { ...older.fields, ...open(row.id, older) };
        const fields = await changeInformation(tx, keys, actor, row, () => then, older.version);
        if (fields.length > 0) {
          await recordOnLoans(tx, actor, row.company_id, [row.id], {
            kind: 'entity.restored',
            detail: { entityId: row.id, version: older.version, fields },
          });
        }
        return one(tx, actor, (await findEntity(tx, actor, row.id))!);
      }),

    revealIdentifier: ({ actor, params, body, write }) =>
      // Read and recorded in one transaction, so that the audit entry names exactly the revealed value.
      write(async (tx) => {
        const visibleEntity = await entitySeenBy(tx, actor, params.id);
        const entity = authorize(entityPolicy, 'reveal', actor, visibleEntity);
        const opener = await openerFor(keys, tx, entity.company_id, [entity]);
        const identifiers = {
          ...opener(entity.id, entity),
          ...(await otherIdentifiers(tx, entity)),
        };
        if (!Object.hasOwn(identifiers, body.field)) throw new ApiError('NOT_FOUND');
        const value = identifiers[body.field]!;
        await writeDownReveal(tx, actor, entity, body);
        return { field: body.field, value };
      }),
  } satisfies Partial<All>;
  return handlers;
}

/** Records who saw which identifier, on the loan they needed it for or on all loans of the entity. */
async function writeDownReveal(
  tx: Tx,
  actor: Actor,
  entity: EntityRow,
  { field, loanId }: { field: string; loanId?: string | undefined },
): Promise<void> {
  const event = {
    kind: 'identifier.revealed',
    detail: { entityId: entity.id, field, version: entity.version },
    staffOnly: true,
  } as const;
  if (loanId === undefined) {
    await recordOnLoans(tx, actor, entity.company_id, [entity.id], event);
    return;
  }
  await loanSeenBy(tx, actor, loanId);
  const [onLoan] = await entitiesOfLoan(tx, actor, loanId, { entityIds: [entity.id] });
  if (!onLoan) throw new ApiError('NOT_FOUND');
  recordEvent(tx, {
    ...event,
    companyId: entity.company_id,
    actorId: actor.accountId,
    loanId,
    changes: [],
  });
}
