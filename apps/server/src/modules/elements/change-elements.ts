/** Changes one element: its title, place, assignment and decision. */
import { DEEPEST_FOLDER, type ElementChange } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Columns } from '../../platform/db/schema.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { areOnLoan, isOpenInvitation } from './assignees-store.ts';
import {
  approvalPatch,
  rejectionPatch,
  undoApprovalPatch,
  undoRejectionPatch,
} from './approve-element.ts';
import { elementPolicy } from './policy.ts';
import { isPast } from './status.ts';
import { pathUp, saveElement, withinThem, type ElementRow, type PackageRow } from './store.ts';

export type ElementAction =
  | 'edited'
  | 'released'
  | 'moved'
  | 'assigned'
  | 'approved'
  | 'unapproved'
  | 'unrejected'
  | 'rejected';

/** The columns of a change, except those of decisions. */
function columnsOf(change: ElementChange): Columns<'element'> {
  const columns: Columns<'element'> = {
    title: change.title,
    borrower_title: change.borrowerTitle,
    description: change.description,
    include_description: change.includeDescription,
    parent_id: change.parentId,
    display_order: change.displayOrder,
    priority_type: change.priorityType,
    flags: change.flags,
    color: change.color,
    locations: change.locations,
    visible_at_status: change.visibleAtStatus,
    release_phase: change.releasePhase,
    has_expiration: change.hasExpiration,
    expiration_date: change.expirationDate,
    due_date: change.dueDate,
    // A due date that was set by hand is not replaced at the release.
    due_days: change.dueDate === undefined ? undefined : null,
    assigned_to: change.assignedToUserId,
    assigned_invitation_id: change.assignedToInvitationId,
    choices: change.choices,
    sba_tab: change.sbaTab,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

const DECISION: ReadonlySet<string> = new Set<keyof ElementChange>([
  'approved',
  'approvedByUserId',
  'rejectedByUserId',
  'rejectionCode',
  'rejectionReason',
]);
const ADDRESSED = new Set(['id', 'loanId', 'version', 'fourEyes']);

/**
 * A decision is about the answer, so it does not conflict with a move, an assignment or a due date that the system
 * set since the caller read the row.
 */
function isUpToDate(version: number, element: ElementRow, change: ElementChange): boolean {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const isDecision = entries.every(([field]) => DECISION.has(field) || ADDRESSED.has(field));
  if (!isDecision || element.answer_version === null) return version === element.version;
  return version >= element.answer_version && version <= element.version;
}

/** Returns the actions to record events for; empty if the change has no effect. */
export async function changeElement(
  tx: Tx,
  actor: Actor,
  element: ElementRow,
  loanPackage: PackageRow,
  change: ElementChange & { fourEyes: boolean },
): Promise<ElementAction[]> {
  if (change.version !== undefined && !isUpToDate(change.version, element, change)) {
    throw new ApiError('CONFLICT');
  }
  const columns = columnsOf(change);
  const actions: ElementAction[] = [];
  const { assigned_to, assigned_invitation_id, ...others } = columns;
  let authorized: Authorized<'assign' | 'edit' | 'decide', ElementRow> | undefined;
  if (assigned_to !== undefined || assigned_invitation_id !== undefined) {
    const assignable = authorize(elementPolicy, 'assign', actor, element);
    const invitationId = assigned_invitation_id ?? null;
    await refuseStranger(tx, assignable, loanPackage, assigned_to ?? null);
    await refuseUninvited(tx, loanPackage, invitationId);
    // A request has one assignee: a new one replaces the previous one.
    columns.assigned_to = assigned_to ?? null;
    columns.assigned_invitation_id = invitationId;
    authorized = assignable;
    actions.push('assigned');
  }
  if (Object.keys(others).length > 0) {
    const editable = authorize(elementPolicy, 'edit', actor, element);
    await refuseImpossible(tx, editable, others);
    authorized = editable;
    actions.push(editOf(others));
  }
  const decision = decisionPatch(actor, element, change);
  if (decision) {
    actions.push(decision.action);
    authorized = decision.element;
  }
  if (!authorized) return [];
  await saveElement(tx, authorized, {
    ...columns,
    ...expiry(element, columns),
    ...decision?.columns,
  });
  return actions;
}

function editOf(columns: Columns<'element'>): ElementAction {
  if (columns.parent_id !== undefined) return 'moved';
  const onlyReleases = Object.keys(columns).length === 1 && columns.release_phase === null;
  return onlyReleases ? 'released' : 'edited';
}

function decisionPatch(
  actor: Actor,
  element: ElementRow,
  change: ElementChange & { fourEyes: boolean },
) {
  const approves = change.approved === true || typeof change.approvedByUserId === 'string';
  const unapproves = change.approved === false || change.approvedByUserId === null;
  const rejects = typeof change.rejectedByUserId === 'string';
  const unrejects = change.rejectedByUserId === null && !approves && !unapproves;
  if (!approves && !unapproves && !rejects && !unrejects) return undefined;
  if (approves && rejects) {
    throw invalidField('rejectedByUserId', 'Either approved or rejected');
  }
  // The decision is recorded as the caller's, whatever user id was sent.
  const decidable = authorize(elementPolicy, 'decide', actor, element);
  if (rejects) {
    const rejection = { code: change.rejectionCode, reason: change.rejectionReason };
    const columns = rejectionPatch(decidable, actor, rejection);
    return { action: 'rejected' as const, element: decidable, columns };
  }
  if (approves) {
    const columns = approvalPatch(decidable, actor, change.fourEyes);
    return { action: 'approved' as const, element: decidable, columns };
  }
  if (unrejects) {
    const columns = undoRejectionPatch(decidable);
    return { action: 'unrejected' as const, element: decidable, columns };
  }
  const columns = undoApprovalPatch(decidable);
  return { action: 'unapproved' as const, element: decidable, columns };
}

function expiry(element: ElementRow, { expiration_date }: Columns<'element'>): Columns<'element'> {
  if (expiration_date === undefined) return {};
  const hasAnswer = element.answer_document_id !== null || element.answer_value !== null;
  return { expired: hasAnswer && isPast(expiration_date, new Date()) };
}

async function refuseStranger(
  tx: Tx,
  element: Authorized<'assign', ElementRow>,
  loanPackage: PackageRow,
  accountId: string | null,
): Promise<void> {
  if (element.storage_type !== 'FILE') throw new ApiError('NOTHING_TO_ANSWER');
  if (accountId !== null && !(await areOnLoan(tx, loanPackage, [accountId]))) {
    throw new ApiError('NOT_FOUND');
  }
}

async function refuseUninvited(
  tx: Tx,
  loanPackage: PackageRow,
  invitationId: string | null,
): Promise<void> {
  if (invitationId === null) return;
  if (!(await isOpenInvitation(tx, loanPackage, invitationId))) throw new ApiError('NOT_FOUND');
}

async function refuseImpossible(
  tx: Tx,
  element: Authorized<'edit', ElementRow>,
  columns: Columns<'element'>,
): Promise<void> {
  if (element.parent_id === null) throw new ApiError('PACKAGE_STAYS');
  // An element in the trash must be restored before it is changed.
  if (element.in_trash) throw new ApiError('NOT_FOUND');
  const { parent_id, choices, sba_tab } = columns;
  if (choices !== undefined && element.question_type !== 'CHOICE') {
    throw invalidField('choices', 'Only a choice has choices');
  }
  const isRequest = element.storage_type === 'FILE' && element.target_id === null;
  if (sba_tab != null && !isRequest) {
    throw invalidField('sbaTab', 'Only a request has an SBA tab');
  }
  if (parent_id !== undefined) await refuseWrongPlace(tx, element, parent_id!);
}

/**
 * Refuses a target that is not a folder of the same package, is in the trash, or is the element itself or inside it.
 */
async function refuseWrongPlace(
  tx: Tx,
  element: Authorized<'edit', ElementRow>,
  parentId: string,
): Promise<void> {
  const way = await pathUp(tx, element.company_id, parentId);
  const [parent] = way;
  if (parent?.loan_id !== element.loan_id || parent.in_trash) throw new ApiError('NOT_FOUND');
  if (parent.storage_type !== 'FOLDER' || way.some(({ id }) => id === element.id)) {
    throw new ApiError('NOT_A_PLACE');
  }
  const within = await withinThem(tx, element.company_id, [element.id]);
  const height = Math.max(...within.map(({ depth }) => depth));
  if (way.length - 1 + height > DEEPEST_FOLDER) throw new ApiError('NOT_A_PLACE');
}
