import { LABELS_MOST } from '@cairn/contract';
import { labels } from '@cairn/contract/labels';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { brokeForeignKey } from '../../platform/db/violation.ts';
import { grant } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { labelPolicy, loanWithStanding } from '../loans/index.ts';
import {
  companyExists,
  deleteLabels,
  insertLabels,
  labelledRoles,
  labelsById,
  labelsOf,
  labelsWithUse,
  lockLabels,
  saveLabelsOn,
  updateLabel,
} from './store.ts';

export const labelRoutes = () =>
  routes(labels, {
    listLabels: async ({ params, reads }) => {
      await companySeen(reads, params.id);
      return { labels: await reads.run(labelsWithUse(params.id)) };
    },

    saveLabels: ({ actor, params, body, write }) =>
      write((tx) => saveCatalogue(tx, actor, params.id, body)),

    deleteLabels: ({ actor, query, body, write }) => {
      const ids = [...new Set([...(body.toDelete ?? []), ...(query.toDelete ?? [])])];
      if (ids.length === 0) throw wrong('toDelete', 'Required');
      return write((tx) => removeLabels(tx, actor, ids));
    },

    setLabelsForUser: ({ actor, params, body, write }) =>
      write((tx) => putLabels(tx, actor, params.id, body.userId, [...new Set(body.labelIds)])),

    listLabelsAvailableToMe: async ({ actor, params, reads }) => {
      const loan = await loanWithStanding(reads, actor, params.id);
      const { company_id } = grant(labelPolicy, 'read', actor, loan);
      return { labels: await reads.run(labelsOf(company_id)) };
    },
  });

const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

async function companySeen(reads: Queries, companyId: string): Promise<void> {
  if (!(await companyExists(reads, companyId))) throw new Refusal('NOT_FOUND');
}

interface GivenLabel {
  id?: string | undefined;
  name: string;
  color: string;
}

async function saveCatalogue(tx: Tx, actor: Actor, companyId: string, given: GivenLabel[]) {
  await companySeen(tx, companyId);
  await lockLabels(tx, companyId);
  const known = new Map((await tx.run(labelsOf(companyId))).map((label) => [label.id, label]));
  const changed = given.flatMap(({ id, name, color }) => (id ? [{ id, name, color }] : []));
  // One that is not this company's refuses them all.
  if (changed.some(({ id }) => !known.has(id))) throw new Refusal('NOT_FOUND');
  const added = given.flatMap(({ id, name, color }) => (id ? [] : [{ id: newId(), name, color }]));
  if (known.size + added.length > LABELS_MOST) throw wrong('name', `At most ${LABELS_MOST} labels`);
  refuseSameNames([...new Map([...known, ...byId(changed), ...byId(added)]).values()]);
  // Names that change hands would be in each other's way for a moment.
  for (const label of changed) await updateLabel(tx, companyId, { ...label, name: newId() });
  for (const label of changed) await updateLabel(tx, companyId, label);
  await insertLabels(tx, companyId, added);
  record(tx, {
    kind: 'label.saved',
    companyId,
    actorId: actor.accountId,
    changes: ['label'],
    detail: { names: given.map(({ name }) => name) },
  });
  return { labels: await tx.run(labelsWithUse(companyId)) };
}

const byId = <T extends { id: string }>(labelsGiven: T[]) =>
  labelsGiven.map((label) => [label.id, label] as const);

function refuseSameNames(all: { name: string }[]): void {
  const names = new Set(all.map(({ name }) => name.toLowerCase()));
  if (names.size < all.length) throw new Refusal('LABEL_EXISTS');
}

async function removeLabels(tx: Tx, actor: Actor, ids: string[]) {
  const companies = new Set((await tx.run(labelsById(ids))).map(({ company_id }) => company_id));
  for (const companyId of [...companies].toSorted()) await lockLabels(tx, companyId);
  const found = await tx.run(labelsById(ids));
  if (found.length < ids.length) throw new Refusal('NOT_FOUND');
  await deleteLabels(tx, ids);
  for (const [companyId, gone] of Map.groupBy(found, ({ company_id }) => company_id)) {
    record(tx, {
      kind: 'label.deleted',
      companyId,
      actorId: actor.accountId,
      changes: ['label', 'loan'],
      detail: { names: gone.map(({ name }) => name) },
    });
  }
  return { deleted: ids };
}

/** Exactly these labels on somebody's part in a loan; one that is not the company's refuses them all. */
export async function putLabels(
  tx: Tx,
  actor: Actor,
  loanId: string,
  userId: string,
  labelIds: string[],
) {
  const seen = await loanWithStanding(tx, actor, loanId);
  const loan = grant(labelPolicy, 'put', actor, seen);
  const roles = await tx.run(labelledRoles(loan.company_id, loan.id, userId));
  await lockLabels(tx, loan.company_id, 'shared');
  const wanted = (await tx.run(labelsOf(loan.company_id))).filter(({ id }) =>
    labelIds.includes(id),
  );
  if (roles.length === 0 || wanted.length < labelIds.length) throw new Refusal('NOT_FOUND');
  // Somebody may take the person off the loan between looking and writing.
  await saveLabelsOn(
    tx,
    loan,
    roles.map(({ id }) => id),
    labelIds,
  ).catch((error: unknown) => {
    throw brokeForeignKey(error) ? new Refusal('NOT_FOUND') : error;
  });
  record(tx, {
    kind: 'label.put',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    staffOnly: true,
    changes: ['label', 'loan'],
    detail: { userId, names: wanted.map(({ name }) => name) },
  });
  const after = await tx.run(labelledRoles(loan.company_id, loan.id, userId));
  return {
    loanRoles: after.map((row) => ({
      id: row.id,
      loanId: loan.id,
      role: row.role,
      user: {
        id: row.account_id,
        givenName: row.given_name,
        familyName: row.family_name,
        emailAddress: row.email_address,
      },
      labels: row.labels,
    })),
  };
}
