/** One change of one item: its words, its place, who is asked, what the lender thinks of the answer. */
import { DEEPEST_FOLDER, type ElementChange } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { grant, type Granted } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import { approved, rejected, unapproved } from './approval.ts';
import { elementPolicy } from './policy.ts';
import { isPast } from './status.ts';
import {
  areOnLoan,
  pathUp,
  saveElement,
  withinThem,
  type ElementRow,
  type PackageRow,
} from './store.ts';

export type Deed = 'edited' | 'moved' | 'assigned' | 'approved' | 'unapproved' | 'rejected';

type Columns = Record<string, unknown>;

/** What the change says, apart from decisions, in the table's words. */
function columnsOf(change: ElementChange): Columns {
  const columns: Record<string, unknown> = {
    title: change.title,
    description: change.description,
    include_description: change.includeDescription,
    parent_id: change.parentId,
    display_order: change.displayOrder,
    priority_type: change.priorityType,
    flags: change.flags,
    color: change.color,
    locations: change.locations,
    visible_at_status: change.visibleAtStatus,
    has_expiration: change.hasExpiration,
    expiration_date: change.expirationDate,
    due_date: change.dueDate,
    assigned_to: change.assignedToUserId,
    choices: change.choices,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

/** Returns what was done, in the words of the record; nothing where nothing was asked for. */
export async function changeElement(
  tx: Tx,
  actor: Actor,
  element: ElementRow,
  its: PackageRow,
  change: ElementChange & { fourEyes: boolean },
): Promise<Deed[]> {
  if (change.version !== undefined && change.version !== element.version) {
    throw new Refusal('CONFLICT');
  }
  const columns = columnsOf(change);
  const deeds: Deed[] = [];
  const { assigned_to, ...others } = columns;
  if (assigned_to !== undefined) {
    const assignable = grant(elementPolicy, 'assign', actor, element);
    await refuseStranger(tx, assignable, its, assigned_to as string | null);
    deeds.push('assigned');
  }
  if (Object.keys(others).length > 0) {
    const editable = grant(elementPolicy, 'edit', actor, element);
    await refuseImpossible(tx, editable, others);
    deeds.push(others['parent_id'] !== undefined ? 'moved' : 'edited');
  }
  const decision = decide(actor, element, change);
  if (decision) deeds.push(decision.deed);
  if (deeds.length === 0) return [];
  await saveElement(tx, element, { ...columns, ...expiry(element, columns), ...decision?.columns });
  return deeds;
}

function decide(actor: Actor, element: ElementRow, change: ElementChange & { fourEyes: boolean }) {
  const approves = change.approved === true || typeof change.approvedByUserId === 'string';
  const unapproves = change.approved === false || change.approvedByUserId === null;
  const rejects = typeof change.rejectedByUserId === 'string';
  if (!approves && !unapproves && !rejects) return undefined;
  if (approves && rejects) {
    throw new Refusal('INVALID_REQUEST', {
      fieldErrors: { rejectedByUserId: 'Either approved or sent back' },
    });
  }
  // Whatever user id was sent, the decision is the caller's.
  const decidable = grant(elementPolicy, 'decide', actor, element);
  if (rejects) {
    const why = { code: change.rejectionCode, reason: change.rejectionReason };
    return { deed: 'rejected' as const, columns: rejected(decidable, actor, why) };
  }
  if (approves) {
    const by = { accountId: actor.accountId, fourEyes: change.fourEyes };
    return { deed: 'approved' as const, columns: approved(decidable, by) };
  }
  return { deed: 'unapproved' as const, columns: unapproved(decidable) };
}

function expiry(element: ElementRow, columns: Columns): Columns {
  if (columns['expiration_date'] === undefined) return {};
  const hasAnswer = element.answer_document_id !== null || element.answer_value !== null;
  return { expired: hasAnswer && isPast(columns['expiration_date'] as string | null, new Date()) };
}

async function refuseStranger(
  tx: Tx,
  element: Granted<'assign', ElementRow>,
  its: PackageRow,
  accountId: string | null,
): Promise<void> {
  if (element.storage_type !== 'FILE') throw new Refusal('NOTHING_TO_ANSWER');
  if (accountId !== null && !(await areOnLoan(tx, its, [accountId]))) {
    throw new Refusal('NOT_FOUND');
  }
}

async function refuseImpossible(
  tx: Tx,
  element: Granted<'edit', ElementRow>,
  columns: Columns,
): Promise<void> {
  if (element.parent_id === null) throw new Refusal('PACKAGE_STAYS');
  // What lies in the trash is restored before it is changed.
  if (element.in_trash) throw new Refusal('NOT_FOUND');
  const { parent_id, choices } = columns;
  if (choices !== undefined && element.question_type !== 'CHOICE') {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { choices: 'Only a choice has choices' } });
  }
  if (parent_id !== undefined) await refuseWrongPlace(tx, element, parent_id as string);
}

/** Into a folder of the same package that is neither the item itself nor inside it, nor in the trash. */
async function refuseWrongPlace(
  tx: Tx,
  element: Granted<'edit', ElementRow>,
  parentId: string,
): Promise<void> {
  const way = await pathUp(tx, element.company_id, parentId);
  const [parent] = way;
  if (parent?.loan_id !== element.loan_id || parent.in_trash) throw new Refusal('NOT_FOUND');
  if (parent.storage_type !== 'FOLDER' || way.some(({ id }) => id === element.id)) {
    throw new Refusal('NOT_A_PLACE');
  }
  const within = await withinThem(tx, element.company_id, [element.id]);
  const height = Math.max(...within.map(({ depth }) => depth));
  if (way.length - 1 + height > DEEPEST_FOLDER) throw new Refusal('NOT_A_PLACE');
}
