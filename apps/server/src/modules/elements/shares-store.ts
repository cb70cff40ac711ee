/** Elements shared with another loan of the company, or with one member of the loan. */
import type { Share } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { prepareQueryByCaller, query } from '../../platform/db/query.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import { areOnLoan } from './assignees-store.ts';
import { elementPolicy } from './policy.ts';
import {
  lockElements,
  packageSeenBy,
  visible,
  type ElementRow,
  type Locked,
  type OfLoan,
} from './store.ts';

export interface ShareTarget {
  elementId: string;
  targetLoanId?: string | undefined;
  userId?: string | undefined;
}

const columns = [
  'element_share.id',
  'element_share.loan_id',
  'element_share.element_id',
  'element_share.target_loan_id',
  'element_share.account_id',
  'element_share.created_at',
] as const;

/** Shares of elements that the caller sees; outside the lender only those that concern the caller. */
export const sharesSeenBy = (actor: Actor) => {
  const shares = query
    .selectFrom('element_share')
    .innerJoin('element', (join) =>
      join
        .onRef('element.company_id', '=', 'element_share.company_id')
        .onRef('element.id', '=', 'element_share.element_id'),
    )
    .where(visible(actor))
    .select(columns);
  if (actor.roleLevel === 'LENDER' || actor.roleLevel === 'ADMIN') return shares;
  return shares.where(
    sql<boolean>`(element_share.account_id = ${actor.accountId}
      or app.shared_with_me(element_share.company_id, array[element_share.target_loan_id]))`,
  );
};
type SharesQuery = ReturnType<typeof sharesSeenBy>;
export type ShareRow = SharesQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export const presentShare = (row: ShareRow): Share => ({
  id: row.id,
  loanId: row.loan_id,
  elementId: row.element_id,
  targetLoanId: row.target_loan_id,
  userId: row.account_id,
  createdDate: row.created_at,
});

/** Elements shared from these loans or with them. */
export const sharesAround = (actor: Actor, loans: readonly OfLoan[]) =>
  sharesOfLoans(actor, { loanIds: idsOf(loans), companyIds: companiesOf(loans) });
const sharesOfLoans = prepareQueryByCaller(
  (actor, params: { loanIds: readonly string[]; companyIds: readonly string[] }) =>
    sharesOf(actor, params.loanIds).where(
      sql<boolean>`element_share.company_id = any(${params.companyIds}::uuid[])`,
    ),
);

const idsOf = (loans: readonly OfLoan[]) => loans.map(({ id }) => id);
const companiesOf = (loans: readonly OfLoan[]) => [
  ...new Set(loans.map(({ company_id }) => company_id)),
];

/** Like sharesAround, for loans that the caller need not see. */
export const sharesOf = (actor: Actor, loanIds: readonly string[]) =>
  sharesSeenBy(actor).where(
    sql<boolean>`(element_share.loan_id = any(${loanIds}::uuid[])
      or element_share.target_loan_id = any(${loanIds}::uuid[]))`,
  );

async function lockShared(tx: Tx, actor: Actor, loanId: string, shares: readonly ShareTarget[]) {
  const locked = await lockElements(
    tx,
    actor,
    shares.map(({ elementId }) => elementId),
    loanId,
  );
  for (const element of locked.elements) authorize(elementPolicy, 'edit', actor, element);
  return locked;
}

export async function shareAll(
  tx: Tx,
  actor: Actor,
  loanId: string,
  shares: readonly ShareTarget[],
) {
  const locked = await lockShared(tx, actor, loanId, shares);
  await refuseStrangers(tx, actor, locked, shares);
  const byId = new Map(locked.elements.map((element) => [element.id, element]));
  const newShares = shares.map((share) => ({
    ...share,
    companyId: byId.get(share.elementId)!.company_id,
    id: newId(),
  }));
  // One parameter per column: with one per cell, each number of shares would be a separate prepared statement.
  await tx.run(
    query
      .insertInto('element_share')
      .columns([
        'company_id',
        'id',
        'element_id',
        'target_loan_id',
        'account_id',
        'loan_id',
        'created_by',
      ])
      .expression(
        sql`select *, ${loanId}::uuid, ${actor.accountId}::uuid from unnest(
          ${newShares.map(({ companyId }) => companyId)}::uuid[], ${newShares.map(({ id }) => id)}::uuid[],
          ${newShares.map(({ elementId }) => elementId)}::uuid[],
          ${newShares.map(({ targetLoanId }) => targetLoanId ?? null)}::uuid[],
          ${newShares.map(({ userId }) => userId ?? null)}::uuid[])`,
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
  return { elements: locked.elements, rows: await findMatching(tx, actor, shares) };
}

/** Refuses loans that are not of the same company or not visible to the caller, and people who are not on the loan. */
async function refuseStrangers(
  tx: Tx,
  actor: Actor,
  { packages, elements }: Locked,
  shares: readonly ShareTarget[],
): Promise<void> {
  const [ownPackage] = [...packages.values()];
  if (elements.some(({ in_trash, parent_id }) => in_trash || parent_id === null)) {
    throw new ApiError('NOT_FOUND');
  }
  for (const loanId of new Set(shares.flatMap(({ targetLoanId }) => targetLoanId ?? []))) {
    const target = await packageSeenBy(tx, actor, loanId);
    if (target.company_id !== ownPackage!.company_id || target.id === ownPackage!.id) {
      throw new ApiError('LOAN_NOT_FOUND');
    }
  }
  const people = shares.flatMap(({ userId }) => userId ?? []);
  if (people.length > 0 && !(await areOnLoan(tx, ownPackage!, people)))
    throw new ApiError('NOT_FOUND');
}

const isOf = (share: ShareTarget, row: ShareRow): boolean =>
  row.element_id === share.elementId &&
  row.target_loan_id === (share.targetLoanId ?? null) &&
  row.account_id === (share.userId ?? null);

async function findMatching(
  tx: Queries,
  actor: Actor,
  shares: readonly ShareTarget[],
): Promise<ShareRow[]> {
  const ids = shares.map(({ elementId }) => elementId);
  const rows = await tx.run(
    sharesSeenBy(actor).where(sql<boolean>`element_share.element_id = any(${ids}::uuid[])`),
  );
  return rows.filter((row) => shares.some((share) => isOf(share, row)));
}

/** Ends shares named by element and recipient, or by their own ids. All must exist. */
export async function unshareAll(
  tx: Tx,
  actor: Actor,
  loanId: string | undefined,
  choice: { shares: readonly ShareTarget[]; ids: readonly string[] },
): Promise<{ elements: ElementRow[]; ids: string[] }> {
  const byName = await findMatching(tx, actor, choice.shares);
  const byId =
    choice.ids.length === 0
      ? []
      : await tx.run(
          sharesSeenBy(actor).where(sql<boolean>`element_share.id = any(${choice.ids}::uuid[])`),
        );
  const hasAllIds = byId.length === new Set(choice.ids).size;
  const rows = [...byName, ...byId];
  const hasAllNames = choice.shares.every((share) => byName.some((row) => isOf(share, row)));
  if (!hasAllIds || !hasAllNames || rows.length === 0) throw new ApiError('NOT_FOUND');
  const { elements } = await lockElements(
    tx,
    actor,
    rows.map((row) => row.element_id),
    loanId,
  );
  for (const element of elements) authorize(elementPolicy, 'edit', actor, element);
  const ids = rows.map(({ id }) => id);
  await tx.run(query.deleteFrom('element_share').where(sql<boolean>`id = any(${ids}::uuid[])`));
  return { elements, ids };
}
