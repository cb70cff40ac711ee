import { entities } from '@cairn/contract/entities';
import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import { routes, type Handlers } from '../../platform/call.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { DoneBefore } from '../../platform/idempotency.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { renameEntityFolders } from '../elements/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import { changeInformation, recordOnLoans } from './changing.ts';
import { BUSINESS_KINDS, changeEntity, entityToEdit } from './editing.ts';
import { openerFor } from './identifiers.ts';
import { loanHandlers, type ApplyTemplate } from './loan-routes.ts';
import { entityPolicy } from './policy.ts';
import { presentEntities, presentVersions } from './present.ts';
import { entitiesOfLoan } from './loan-entities-store.ts';
import { findEntity, saveEntity, versionsOf, type EntityRow } from './store.ts';

const VERSIONS_A_PAGE = 50;

export const entityRoutes = ({ keys, applyTemplate }: EntityParts) =>
  routes(entities, { ...loanHandlers(keys, applyTemplate), ...informationHandlers(keys) });

interface EntityParts {
  keys: CompanyKeys;
  applyTemplate: ApplyTemplate;
}

type All = Handlers<typeof entities>;

function informationHandlers(keys: CompanyKeys) {
  const one = async (reads: Queries, actor: Actor, row: EntityRow) =>
    (await presentEntities(keys, reads, actor, [row]))[0]!;

  const shown = async (
    { actor, params, reads }: Parameters<All['getBusiness']>[0],
    kinds: readonly EntityKind[],
  ) => one(reads, actor, await entitySeenBy(reads, actor, params.id, kinds));

  const changed = (
    { actor, params, body, write }: Parameters<All['updateBusiness']>[0],
    kinds: readonly EntityKind[],
  ) =>
    write(async (tx) =>
      one(tx, actor, await changeEntity(tx, keys, actor, params.id, body, kinds)),
    );

  const handlers = {
    getBusiness: (call) => shown(call, BUSINESS_KINDS),
    updateBusiness: (call) => changed(call, BUSINESS_KINDS),
    getRealEstate: (call) => shown(call, ['REAL_ESTATE_ASSET']),
    updateRealEstate: (call) => changed(call, ['REAL_ESTATE_ASSET']),
    getEquipment: (call) => shown(call, ['EQUIPMENT_ASSET']),
    updateEquipment: (call) => changed(call, ['EQUIPMENT_ASSET']),
    getBankAsset: (call) => shown(call, ['BANK_ASSET']),
    updateBankAsset: (call) => changed(call, ['BANK_ASSET']),
    getRandomAsset: (call) => shown(call, ['OTHER_ASSET']),
    updateRandomAsset: (call) => changed(call, ['OTHER_ASSET']),
    updateIndividual: (call) => changed(call, ['INDIVIDUAL']),

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
        if (!older) throw new Refusal('NOT_FOUND');
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

    revealIdentifier: async ({ actor, params, body, reads, write }) => {
      const find = async (from: Queries) =>
        grant(entityPolicy, 'reveal', actor, await entitySeenBy(from, actor, params.id));
      let value: string | undefined;
      try {
        // The value itself is no part of what the transaction answers: that would be kept.
        await write(async (tx) => {
          const entity = await find(tx);
          value = await identifierOf(keys, tx, entity, body.field);
          await writeDownReveal(tx, actor, entity, body);
          return null;
        });
      } catch (error) {
        if (!(error instanceof DoneBefore)) throw error;
        value = await identifierOf(keys, reads, await find(reads), body.field);
      }
      return { field: body.field, value: value! };
    },
  } satisfies Partial<All>;
  return handlers;
}

async function identifierOf(
  keys: CompanyKeys,
  reads: Queries,
  entity: EntityRow,
  field: string,
): Promise<string> {
  const open = await openerFor(keys, reads, entity.company_id, [entity]);
  const secrets = open(entity.id, entity);
  if (!Object.hasOwn(secrets, field)) throw new Refusal('NOT_FOUND');
  return secrets[field]!;
}

/** Who looked at what, on the loan they needed it for or on all that the entity is on. */
async function writeDownReveal(
  tx: Tx,
  actor: Actor,
  entity: EntityRow,
  { field, loanId }: { field: string; loanId?: string | undefined },
): Promise<void> {
  const happening = {
    kind: 'identifier.revealed',
    detail: { entityId: entity.id, field, version: entity.version },
    staffOnly: true,
  } as const;
  if (loanId === undefined) {
    await recordOnLoans(tx, actor, entity.company_id, [entity.id], happening);
    return;
  }
  await loanSeenBy(tx, actor, loanId);
  const [onLoan] = await entitiesOfLoan(tx, actor, loanId, { entityIds: [entity.id] });
  if (!onLoan) throw new Refusal('NOT_FOUND');
  record(tx, {
    ...happening,
    companyId: entity.company_id,
    actorId: actor.accountId,
    loanId,
    changes: [],
  });
}

/** What the caller may not see, or what is of another kind than the call, is not there. */
export async function entitySeenBy(
  reads: Queries,
  actor: Actor,
  id: string,
  kinds?: readonly EntityKind[],
): Promise<EntityRow> {
  const row = await findEntity(reads, actor, id);
  if (!row || (kinds && !kinds.includes(row.kind))) throw new Refusal('NOT_FOUND');
  return row;
}
