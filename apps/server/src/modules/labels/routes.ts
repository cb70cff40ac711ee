import { MAX_LABELS } from '@cairn/contract';
import { labels } from '@cairn/contract/labels';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { labelPolicy, loanWithStanding } from '../loans/index.ts';
import {
  companyExists,
  deleteLabels,
  insertLabels,
  labelsById,
  labelsOf,
  labelsWithUse,
  lockLabels,
  updateLabel,
} from './store.ts';
import { putLabels } from './put-labels.ts';

export const labelRoutes = () =>
  routes(labels, {
    listLabels: async ({ params, reads }) => {
      await companySeen(reads, params.id);
      return { labels: await reads.run(labelsWithUse(params.id)) };
    },

    saveLabels: ({ actor, params, body, write }) =>
      write((tx) => saveLabels(tx, actor, params.id, body)),

    deleteLabels: ({ actor, query, body, write }) => {
      const ids = [...new Set([...(body.toDelete ?? []), ...(query.toDelete ?? [])])];
      if (ids.length === 0) throw invalidField('toDelete', 'Required');
      return write((tx) => removeLabels(tx, actor, ids));
    },

    setLabelsForUser: ({ actor, params, body, write }) =>
      write((tx) => putLabels(tx, actor, params.id, body.userId, [...new Set(body.labelIds)])),

    listLabelsAvailableToMe: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.id);
      const { company_id } = authorize(labelPolicy, 'read', actor, loan);
      return { labels: await reads.run(labelsOf(company_id)) };
    },
  });

async function companySeen(reads: Queries, companyId: string): Promise<void> {
  if (!(await companyExists(reads, companyId))) throw new ApiError('NOT_FOUND');
}

interface GivenLabel {
  id?: string | undefined;
  name: string;
  color: string;
}

async function saveLabels(tx: Tx, actor: Actor, companyId: string, inputs: GivenLabel[]) {
  await companySeen(tx, companyId);
  await lockLabels(tx, companyId);
  const existing = new Map((await tx.run(labelsOf(companyId))).map((label) => [label.id, label]));
  const changed = inputs.flatMap(({ id, name, color }) => (id ? [{ id, name, color }] : []));
  // If one label belongs to another company, none is saved.
  if (changed.some(({ id }) => !existing.has(id))) throw new ApiError('NOT_FOUND');
  const added = inputs.flatMap(({ id, name, color }) => (id ? [] : [{ id: newId(), name, color }]));
  if (existing.size + added.length > MAX_LABELS)
    throw invalidField('name', `At most ${MAX_LABELS} labels`);
  refuseSameNames([...new Map([...existing, ...byId(changed), ...byId(added)]).values()]);
  // Two labels may swap names, so each gets a temporary name first.
  for (const label of changed) await updateLabel(tx, companyId, { ...label, name: newId() });
  for (const label of changed) await updateLabel(tx, companyId, label);
  await insertLabels(tx, companyId, added);
  recordEvent(tx, {
    kind: 'label.saved',
    companyId,
    actorId: actor.accountId,
    changes: ['label'],
    detail: { names: inputs.map(({ name }) => name) },
  });
  return { labels: await tx.run(labelsWithUse(companyId)) };
}

const byId = <T extends { id: string }>(labelsGiven: T[]) =>
  labelsGiven.map((label) => [label.id, label] as const);

function refuseSameNames(all: { name: string }[]): void {
  const names = new Set(all.map(({ name }) => name.toLowerCase()));
  if (names.size < all.length) throw new ApiError('LABEL_EXISTS');
}

async function removeLabels(tx: Tx, actor: Actor, ids: string[]) {
  const companies = new Set((await tx.run(labelsById(ids))).map(({ company_id }) => company_id));
  for (const companyId of [...companies].toSorted()) await lockLabels(tx, companyId);
  const rows = await tx.run(labelsById(ids));
  if (rows.length < ids.length) throw new ApiError('NOT_FOUND');
  await deleteLabels(tx, ids);
  for (const [companyId, removed] of Map.groupBy(rows, ({ company_id }) => company_id)) {
    recordEvent(tx, {
      kind: 'label.deleted',
      companyId,
      actorId: actor.accountId,
      changes: ['label', 'loan'],
      detail: { names: removed.map(({ name }) => name) },
    });
  }
  return { deleted: ids };
}
