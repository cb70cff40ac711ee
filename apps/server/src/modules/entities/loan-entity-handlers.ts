import type { LoanEntity } from '@cairn/contract';
import type { entities } from '@cairn/contract/entities';
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/handler.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  loanSeenBy,
  loanWithStanding,
  findVisibleLoan,
  type LoanStanding,
} from '../loans/index.ts';
import { refuseUnfitLabels } from './application-labels.ts';
import { createMany, updateMany } from './bulk.ts';
import { placeOnLoan } from './change-entities.ts';
import { ownIndividual } from './individuals.ts';
import { guaranteesOf, setOwners } from './set-owners.ts';
import { loanEntityPolicy } from './policy.ts';
import { presentEntities, presentLoanEntities, presentOwner } from './present.ts';
import { entitiesNotOn, entitiesOfLoan } from './loan-entities-store.ts';
import {
  createOnLoan,
  relabelEntity,
  removeEntityFromLoan,
  type NewOnLoan,
} from './loan-entities.ts';
import { findEntity, findIndividual, ownApplicationRoles } from './store.ts';

type All = Handlers<typeof entities>;
type Creating = Parameters<All['createBusiness']>[0];

/** Injected by the composition root, because the module templates depends on this one. */
export type ApplyTemplate = (
  tx: Tx,
  actor: Actor,
  order: { loanId: string; loanEntityId: string; templateId: string; mode: 'add' },
) => Promise<unknown>;

export function loanHandlers(keys: CompanyKeys, applyTemplate: ApplyTemplate) {
  const several = async (
    reads: Queries,
    actor: Actor,
    loan: LoanStanding,
    only?: Parameters<typeof entitiesOfLoan>[3],
  ): Promise<LoanEntity[]> => {
    const rows = await entitiesOfLoan(reads, actor, loan.id, only);
    return presentLoanEntities(keys, reads, actor, rows, loan);
  };
  const one = async (reads: Queries, actor: Actor, loan: LoanStanding, entityId: string) => {
    const [entity] = await several(reads, actor, loan, { entityIds: [entityId] });
    if (!entity) throw new ApiError('NOT_FOUND');
    return entity;
  };
  const byLink = async (reads: Queries, actor: Actor, loanId: string, loanEntityId: string) => {
    // Before the loan is read, so that an entity that is not the caller's gives the same error as a missing one.
    const [row] = await entitiesOfLoan(reads, actor, loanId, { loanEntityId });
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  };

  const createOn = async (
    tx: Tx,
    actor: Actor,
    loanId: string,
    newEntity: NewOnLoan,
    labels: readonly EntityLabel[],
  ) => {
    const loan = authorize(
      loanEntityPolicy,
      'add',
      actor,
      await loanWithStanding(tx, actor, loanId, 'lock'),
    );
    if (!loanEntityPolicy.manage(actor, loan)) {
      const roles = await ownApplicationRoles(tx, loan.company_id);
      refuseUnfitLabels(roles, newEntity.kind, labels);
    }
    const entityId = await createOnLoan(tx, keys, actor, loan, newEntity, labels);
    return one(tx, actor, loan, entityId);
  };
  const create = ({ actor, body, write }: Creating, kind: EntityKind) =>
    write((tx) =>
      createOn(
        tx,
        actor,
        body.loanId,
        { kind, information: body.information, path: 'information' },
        body.labels,
      ),
    );

  const handlers = {
    createBusiness: (call) => create(call, 'COMPANY'),
    createRealEstate: (call) => create(call, 'REAL_ESTATE_ASSET'),
    createEquipment: (call) => create(call, 'EQUIPMENT_ASSET'),
    createBankAsset: (call) => create(call, 'BANK_ASSET'),
    createRandomAsset: (call) => create(call, 'OTHER_ASSET'),
    createAsset: (call) => create(call, call.body.type),

    listLoanEntities: async ({ actor, params, reads }) => {
      const loan = authorize(
        loanEntityPolicy,
        'see',
        actor,
        await loanWithStanding(reads, actor, params.id),
      );
      const loanEntities = await several(reads, actor, loan);
      return {
        loanEntities,
        applicantEntityId: loanEntities.find(({ labels }) => labels.length > 0)?.entityId ?? null,
        ...(await guaranteesOf(reads, actor, loan, loanEntities)),
        loanType: loan.loan_type,
        abilities: {
          add: loanEntityPolicy.add(actor, loan),
          manage: loanEntityPolicy.manage(actor, loan),
        },
      };
    },

    getLoanEntity: async ({ actor, params, reads }) => {
      const row = await byLink(reads, actor, params.loanId, params.loanEntityId);
      const loan = await loanWithStanding(reads, actor, params.loanId);
      return (await presentLoanEntities(keys, reads, actor, [row], loan))[0]!;
    },

    createEntity: ({ actor, body, write }) =>
      write(async (tx) => {
        const labels = body.labels ?? (body.label ? [body.label] : []);
        const fromTemplate = async (entity: LoanEntity): Promise<LoanEntity> => {
          if (!body.templateId) return entity;
          const { loanId, templateId } = body;
          await applyTemplate(tx, actor, {
            loanId,
            loanEntityId: entity.id,
            templateId,
            mode: 'add',
          });
          return one(tx, actor, await loanWithStanding(tx, actor, loanId), entity.entityId);
        };
        if ('information' in body.entity) {
          const { information } = body.entity;
          const newEntity = { kind: body.type, information, path: 'entity.information' };
          return fromTemplate(await createOn(tx, actor, body.loanId, newEntity, labels));
        }
        const loan = authorize(
          loanEntityPolicy,
          'manage',
          actor,
          await loanWithStanding(tx, actor, body.loanId, 'lock'),
        );
        const entity = await findEntity(tx, actor, body.entity.id);
        if (!entity || entity.company_id !== loan.company_id || entity.kind !== body.type) {
          throw new ApiError('NOT_FOUND');
        }
        const { id: entityId, kind, name } = entity;
        const placed = [{ id: newId(), entityId, kind, name, labels }];
        const added = await placeOnLoan(tx, actor, loan, placed);
        if (added.length === 0) throw new ApiError('ALREADY_ON_LOAN');
        return fromTemplate(await one(tx, actor, loan, entityId));
      }),

    labelEntity: ({ actor, body, write }) =>
      write(async (tx) => {
        await byLink(tx, actor, body.loanId, body.loanEntityId);
        const standing = await loanWithStanding(tx, actor, body.loanId, 'lock');
        const loan = authorize(loanEntityPolicy, 'manage', actor, standing);
        // Read again after locking the loan, because two people may add a label each at the same time.
        const row = await byLink(tx, actor, body.loanId, body.loanEntityId);
        const all = new Set([...row.labels, ...body.labels]);
        for (const removed of body.removed ?? []) all.delete(removed);
        const isChanged =
          all.size !== row.labels.length || row.labels.some((each) => !all.has(each));
        if (isChanged) await relabelEntity(tx, actor, loan, row, [...all]);
        return one(tx, actor, loan, row.id);
      }),

    removeEntity: ({ actor, params, write }) =>
      write(async (tx) => {
        const { loanId, entityId } = params;
        const [row] = await entitiesOfLoan(tx, actor, loanId, { entityIds: [entityId] });
        if (!row) throw new ApiError('NOT_FOUND');
        const standing = await loanWithStanding(tx, actor, loanId);
        const loan = authorize(loanEntityPolicy, 'manage', actor, standing);
        await removeEntityFromLoan(tx, actor, loan, row);
        return { loanId: loan.id, entityId: row.id };
      }),

    listLenderEntities: async ({ actor, params, query, reads }) => {
      const loan = authorize(
        loanEntityPolicy,
        'manage',
        actor,
        await loanWithStanding(reads, actor, params.loanId),
      );
      const rows = await entitiesNotOn(reads, actor, loan, { ...query, limit: query.limit + 1 });
      return { entities: rows.slice(0, query.limit), more: rows.length > query.limit };
    },

    bulkCreateEntity: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = authorize(
          loanEntityPolicy,
          'manage',
          actor,
          await loanWithStanding(tx, actor, params.loanId, 'lock'),
        );
        const entityIds = await createMany(tx, keys, actor, loan, body);
        return { loanEntities: await several(tx, actor, loan, { entityIds }) };
      }),

    bulkUpdateEntity: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const entityIds = body.map(({ entityId }) => entityId);
        const links = await entitiesOfLoan(tx, actor, params.loanId, { entityIds });
        if (links.length < new Set(entityIds).size) throw new ApiError('NOT_FOUND');
        const standing = await loanWithStanding(tx, actor, params.loanId, 'lock');
        const loan = authorize(loanEntityPolicy, 'manage', actor, standing);
        await updateMany(tx, keys, actor, loan, body);
        return { loanEntities: await several(tx, actor, loan, { entityIds }) };
      }),

    getOwnIndividual: async ({ actor, query, reads }) => {
      const loan = query.loanId && (await loanSeenBy(reads, actor, query.loanId));
      const companyId = loan ? loan.company_id : (actor.companyId ?? undefined);
      const row = await findIndividual(reads, actor, actor.accountId, companyId);
      const presented = row ? await presentEntities(keys, reads, actor, [row]) : [];
      return { individual: presented[0] ?? null };
    },

    getIndividualOfUser: async ({ actor, params, query, reads }) => {
      const loan = query.loanId && (await findVisibleLoan(reads, actor, query.loanId));
      if (query.loanId && !loan) throw new ApiError('NOT_FOUND');
      const companyId = loan ? loan.company_id : (actor.companyId ?? undefined);
      const row = await findIndividual(reads, actor, params.userId, companyId);
      if (!row) throw new ApiError('NOT_FOUND');
      return { individual: (await presentEntities(keys, reads, actor, [row]))[0]! };
    },

    createIndividualFromUser: ({ actor, body, write }) =>
      write(async (tx) => {
        const row = await ownIndividual(tx, keys, actor, body);
        return (await presentEntities(keys, tx, actor, [row]))[0]!;
      }),

    setOwners: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const { ownersVersion, owners } = await setOwners(tx, actor, params.id, body);
        return { ownersVersion, owners: owners.map(presentOwner) };
      }),
  } satisfies Partial<All>;
  return handlers;
}
