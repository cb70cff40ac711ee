/** Copies requests: titles, order and restrictions, without answers or decisions. */
import type { DocumentFlag } from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';
import { cutTo } from '../../platform/unicode.ts';
import { addElements, type NewElement } from './add-elements-store.ts';
import { elementPolicy, packagePolicy } from './policy.ts';
import { elementsByIds, withinThem, type AnsweredElement, type Locked } from './store.ts';

export interface CopyOf {
  actor: Actor;
  locked: Locked;
  /** The target loan, and the folder in its package. */
  loanId: string;
  parentId?: string | undefined;
  /** Inserts each copy next to its original instead. */
  beside?: boolean;
}

export async function copyInto(tx: Tx, copy: CopyOf): Promise<string[]> {
  const { actor, locked, loanId } = copy;
  const loanPackage = locked.packages.get(loanId);
  if (!loanPackage) throw new ApiError('LOAN_NOT_FOUND');
  authorize(packagePolicy, 'request', actor, loanPackage);
  for (const element of locked.elements) {
    authorize(elementPolicy, 'edit', actor, element);
    // Requests cannot be copied between companies.
    if (element.company_id !== loanPackage.company_id || element.in_trash)
      throw new ApiError('NOT_FOUND');
    if (copy.beside && element.parent_id === null) throw new ApiError('PACKAGE_STAYS');
  }
  const rows = await subtrees(tx, actor, loanPackage.company_id, locked);
  const ids = new Map(rows.map((row) => [row.id, newId()]));
  const chosenIds = new Set(locked.elements.map(({ id }) => id));
  const topmost = (row: AnsweredElement): boolean =>
    chosenIds.has(row.id) && !ids.has(row.parent_id ?? '');
  await addElements(
    tx,
    { companyId: loanPackage.company_id, loanId, accountId: actor.accountId },
    rows.map((row) => ({
      ...copyOf(row, loanId),
      id: ids.get(row.id),
      parentId: topmost(row)
        ? copy.beside
          ? row.parent_id
          : copy.parentId
        : ids.get(row.parent_id!),
      ...(copy.beside && topmost(row) && { title: copyTitle(row.title) }),
    })),
  );
  return rows.filter(topmost).map((row) => ids.get(row.id)!);
}

const copyTitle = (title: string): string => `${cutTo(title, 248)} (copy)`;

/**
 * Links are not copied, because their targets may be missing in the copy. The root folder is copied as an ordinary
 * folder.
 */
async function subtrees(
  tx: Tx,
  actor: Actor,
  companyId: string,
  { elements }: Locked,
): Promise<AnsweredElement[]> {
  const within = await withinThem(
    tx,
    companyId,
    elements.map(({ id }) => id),
  );
  const rows = await tx.run(elementsByIds(actor, [...new Set(within.map(({ id }) => id))]));
  return rows.filter((row) => row.target_id === null && !row.in_trash);
}

export function copyOf(row: AnsweredElement, loanId: string): NewElement {
  const sameLoan = row.loan_id === loanId;
  return {
    title: row.title,
    description: row.description,
    includeDescription: row.include_description,
    storageType: row.storage_type,
    questionType: row.question_type,
    choices: row.choices,
    priorityType: row.priority_type,
    flags: row.flags as DocumentFlag[],
    color: row.color,
    displayOrder: row.display_order,
    locations: row.locations,
    visibleAtStatus: row.visible_at_status,
    releasePhase: row.release_phase,
    borrowerTitle: row.borrower_title,
    hasExpiration: row.has_expiration,
    sbaTab: row.sba_tab,
    // Assignees, due dates and entities belong to one loan.
    ...(sameLoan && {
      dueDate: row.due_date,
      assignedToUserId: row.assigned_to,
      sherpaEntityId: row.storage_type === 'FILE' ? row.sherpa_entity_id : null,
      sherpaEntityType: row.storage_type === 'FILE' ? row.sherpa_entity_type : null,
    }),
  };
}
