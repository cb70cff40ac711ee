import {
  DEFAULT_COLOR,
  inPackageOrder,
  type AnswerValue,
  type Element,
  type PackageFolder,
  type PastAnswer,
  type Person,
  type Share,
} from '@cairn/contract';
import { groupBySbaTab } from '@cairn/contract/sba-tabs';
import {
  KEPT_FROM_BORROWERS,
  RELEASE_PHASE_CODES,
  type ReleasePhase,
} from '@cairn/contract/template-terms';
import type { Actor } from '../../platform/actor.ts';
import { presentJoinedDocument } from '../documents/index.ts';
import { doesNotApplyOf, driversLicenseIn, hasAnswer } from './answer-patch.ts';
import { elementPolicy } from './policy.ts';
import type { PastAnswerRow } from './past-answers-store.ts';
import { presentShare, type ShareRow } from './shares-store.ts';
import { statusOf } from './status.ts';
import {
  withPackageStanding,
  type AnsweredElement,
  type ElementRow,
  type PackageRow,
} from './store.ts';

/** Data about elements besides their rows. */
export interface ElementContext {
  actor: Actor;
  packages: ReadonlyMap<string, PackageRow>;
  trashedAnswers?: readonly PastAnswerRow[];
  shares?: readonly ShareRow[];
}

export function presentElements(
  rows: readonly AnsweredElement[],
  context: ElementContext,
): Element[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const children = Map.groupBy(rows, (row) => row.parent_id);
  const trashed = Map.groupBy(context.trashedAnswers ?? [], (answer) => answer.element_id);
  const shares = Map.groupBy(context.shares ?? [], (share) => share.element_id);
  const now = new Date();
  return rows
    .map((row) => {
      const target = row.target_id === null ? row : (byId.get(row.target_id) ?? row);
      return presentElement(row, withPackageStanding(target, context.packages.get(row.loan_id)), {
        actor: context.actor,
        now,
        childrenIds: (children.get(row.id) ?? []).map((child) => child.id),
        deletedAnswers: (trashed.get(target.id) ?? []).map(presentPastAnswer),
        sharedInfo: (shares.get(target.id) ?? []).map(presentShare),
      });
    })
    .toSorted(inPackageOrder);
}

interface Details {
  actor: Actor;
  now: Date;
  childrenIds: string[];
  deletedAnswers: PastAnswer[];
  sharedInfo: Share[];
}

/** A link has its own place in the tree; everything else is that of its target [R085]. */
function presentElement(row: AnsweredElement, target: ElementRow, details: Details): Element {
  const inTrash = row.in_trash;
  return {
    id: row.id,
    elementId: target.id,
    loanId: row.loan_id,
    parentId: row.parent_id,
    parentInfoId: row.parent_id,
    childrenIds: details.childrenIds,
    title: target.title,
    description: target.description,
    includeDescription: target.include_description,
    storageType: target.storage_type,
    questionType: target.question_type,
    choices: target.choices,
    priorityType: target.priority_type,
    flags: target.flags,
    color: target.color ?? DEFAULT_COLOR,
    displayOrder: row.display_order,
    locations: inTrash ? ['TRASH'] : target.locations,
    originalLocation: inTrash ? (row.locations[0] ?? null) : null,
    visibleAtStatus: target.visible_at_status,
    heldUntil: elementPolicy.edit(details.actor, target) ? heldUntil(target) : null,
    borrowerTitle: elementPolicy.edit(details.actor, target) ? target.borrower_title : null,
    hidden: row.kept,
    hasExpiration: target.has_expiration,
    expirationDate: target.expiration_date,
    dueDate: target.due_date,
    assignedToUserId: target.assigned_to,
    assignedToInvitationId: target.assigned_invitation_id,
    promisedDate: target.promised_date,
    sherpaEntityId: target.sherpa_entity_id,
    sherpaEntityType: target.sherpa_entity_type,
    sbaTab: target.sba_tab,
    status: statusOf(target, inTrash, details.now),
    answer: presentAnswer(target),
    deletedAnswers: details.deletedAnswers,
    approved: target.approved_by !== null,
    approvedByUserId: target.approved_by,
    rejectedByUserId: target.rejected_by,
    rejectionCode: target.rejection_code,
    rejectionReason: target.rejection_reason,
    size: target.document_size,
    deleted: row.deleted_at !== null,
    whenDeleted: row.deleted_at,
    deletedByUser: presentPerson(
      row.deleted_by,
      row.deleter_given_name,
      row.deleter_family_name,
      row.deleter_email_address,
    ),
    form:
      target.form_id === null || target.form_name === null
        ? null
        : { id: target.form_id, name: target.form_name, size: target.form_size! },
    rule: elementPolicy.edit(details.actor, target) ? target.rule : null,
    sharedInfo: details.sharedInfo,
    version: row.version,
    lastModifiedDate: target.modified_at,
    abilities: abilitiesOn(row, target, details.actor),
  };
}

/** Null for the lender's own requests, which are never released. */
function heldUntil(row: ElementRow): ReleasePhase | null {
  if (row.release_phase === null || row.priority_type === 'HIDDEN') return null;
  if (row.flags.some((flag) => KEPT_FROM_BORROWERS.includes(flag))) return null;
  return RELEASE_PHASE_CODES.indexOf(row.release_phase) > row.released_to
    ? row.release_phase
    : null;
}

function abilitiesOn(row: AnsweredElement, target: ElementRow, actor: Actor): Element['abilities'] {
  const isFile = target.storage_type === 'FILE';
  const isRoot = row.parent_id === null;
  const live = !row.in_trash;
  return {
    answer: isFile && live && elementPolicy.answer(actor, target),
    edit: !isRoot && live && elementPolicy.edit(actor, target),
    assign: isFile && live && elementPolicy.assign(actor, target),
    decide: isFile && live && elementPolicy.decide(actor, target),
    takeBack: live && hasAnswer(target) && elementPolicy.takeBack(actor, target),
    trash: !isRoot && elementPolicy.trash(actor, target),
    remove: !isRoot && elementPolicy.remove(actor, target),
  };
}

/** The value of an answered question. */
const valueIn = (value: unknown): AnswerValue | null =>
  doesNotApplyOf(value) || driversLicenseIn(value) ? null : ((value ?? null) as AnswerValue | null);

function presentAnswer(row: AnsweredElement): Element['answer'] {
  if (row.answered_at === null) return null;
  if (row.document_id === null && row.answer_value === null) return null;
  const doesNotApply = doesNotApplyOf(row.answer_value);
  const driversLicenseOf = driversLicenseIn(row.answer_value);
  return {
    document: presentJoinedDocument(row),
    value: valueIn(row.answer_value),
    doesNotApply,
    driversLicenseOf,
    note: row.answer_note,
    answeredDate: row.answered_at,
    answeredByUserId: row.answered_by,
    inProgress: row.answer_in_progress,
  };
}

export const presentPastAnswer = (row: PastAnswerRow): PastAnswer => ({
  id: row.id,
  document: presentJoinedDocument(row),
  value: valueIn(row.value),
  note: row.note,
  answeredDate: row.answered_at,
  answeredByUser: presentPerson(
    row.answered_by,
    row.answerer_given_name,
    row.answerer_family_name,
    row.answerer_email_address,
  ),
  approvedByUserId: row.approved_by,
  rejectedByUserId: row.rejected_by,
  rejectionReason: row.rejection_reason,
  ended: row.ended,
  endedDate: row.ended_at,
});

export const presentPerson = (
  id: string | null,
  givenName: string | null,
  familyName: string | null,
  emailAddress: string | null,
): Person | null =>
  id === null || emailAddress === null ? null : { id, givenName, familyName, emailAddress };

const isRequest = (row: AnsweredElement): boolean =>
  row.storage_type === 'FILE' && row.target_id === null;

/** Counts only what the caller sees, so that a number does not reveal hidden elements. */
export function totalsOf(rows: readonly AnsweredElement[]) {
  const requests = rows.filter(isRequest);
  return {
    answered: requests.filter((row) => row.answered).length,
    files: requests.length,
    folders: rows.filter((row) => row.storage_type === 'FOLDER' && row.parent_id !== null).length,
  };
}

export function presentSbaTabs(rows: readonly AnsweredElement[], elements: readonly Element[]) {
  const answeredOf = new Map(rows.filter(isRequest).map(({ id, answered }) => [id, answered]));
  return groupBySbaTab(elements.filter(({ id }) => answeredOf.has(id))).map((tab) => ({
    number: tab.number,
    title: tab.title,
    elementIds: tab.elements.map(({ id }) => id),
    answered: tab.elements.filter(({ id }) => answeredOf.get(id)).length,
    total: tab.elements.length,
  }));
}

/** The folder tree, each folder with its requested and answered elements at any depth. */
export function presentFolders(rows: readonly AnsweredElement[]): PackageFolder[] {
  const folders = rows.filter((row) => row.storage_type === 'FOLDER');
  const byId = new Map(folders.map((row) => [row.id, { row, answered: 0, total: 0 }]));
  const childrenIds = Map.groupBy(folders, (row) => row.parent_id);
  for (const request of rows.filter(isRequest)) {
    let at = byId.get(request.parent_id ?? '');
    while (at) {
      at.total += 1;
      if (request.answered) at.answered += 1;
      at = byId.get(at.row.parent_id ?? '');
    }
  }
  return folders
    .toSorted((one, other) => inPackageOrder(placeOf(one), placeOf(other)))
    .map((row) => ({
      id: row.id,
      parentInfoId: row.parent_id,
      elementId: row.id,
      childrenIds: (childrenIds.get(row.id) ?? []).map((child) => child.id),
      title: row.title,
      priorityType: row.priority_type,
      color: row.color ?? DEFAULT_COLOR,
      status: row.in_trash ? 'TRASHED' : 'ACTIVE',
      entityType: row.sherpa_entity_type,
      sherpaEntityId: row.sherpa_entity_id,
      answered: byId.get(row.id)!.answered,
      total: byId.get(row.id)!.total,
    }));
}

const placeOf = (row: AnsweredElement) => ({
  storageType: row.storage_type,
  displayOrder: row.display_order,
  title: row.title,
});
