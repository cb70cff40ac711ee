/** The tasks of a loan: their types and titles, and how they follow from the elements of the package. */
import type { Element } from './elements.ts';
import { isUnreadable } from './file-terms.ts';
import type { ShoeboxItem } from './shoebox.ts';
import type { Task } from './task-shape.ts';

/** Task types and the titles that the server uses [R171] to [R180]. */
export const TASK_TITLES = {
  AssignSigneeTask: 'assignSignee',
  AssignQuestionTask: 'assignQuestion',
  NeedsAttentionTask: 'needsAttention',
  FillTask: 'fillAndSign',
  ShoeBoxTask: 'shoeBox',
  ApproveAnswerTask: 'accept',
  FillFormTask: 'fillForm',
  AnswerQuestionTask: 'upload',
  NotaryTask: 'notary',
  WetSignatureTask: 'wetSignature',
} as const;
export type TaskType = keyof typeof TASK_TITLES;
export type TaskTitle = (typeof TASK_TITLES)[TaskType];
export const TASK_TYPES = Object.keys(TASK_TITLES) as [TaskType, ...TaskType[]];

/** Synonyms of task types, which are accepted and never sent [R181]. */
const OTHER_NAMES: Record<string, TaskTitle> = {
  AssignSigneeDocumentTask: 'assignSignee',
  FillDocumentTask: 'fillAndSign',
  FillDocumentTaskDto: 'fillAndSign',
  SignTask: 'fillAndSign',
};

const NAMED = new Map<string, TaskTitle>(Object.entries({ ...TASK_TITLES, ...OTHER_NAMES }));
export const titleOf = (type: string): TaskTitle | undefined => NAMED.get(type);

/** The labels on the pages [R322], in the order in which a user works through the tasks. */
export const TASK_LABELS: Record<TaskTitle, string> = {
  accept: 'Accept',
  needsAttention: 'Needs Attention',
  shoeBox: 'Categorize',
  assignQuestion: 'Assign',
  assignSignee: 'Assign',
  fillAndSign: 'Fill & Sign',
  fillForm: 'Fill & Sign',
  notary: 'Notary',
  wetSignature: 'Wet Signature',
  upload: 'Upload',
};

/** The key of tasks that any permitted user can do, in place of a user ID. */
export const ANYBODY = 'ANYBODY';

/** `forMe`: the tasks that wait for the group's user; `count`: the number to show. */
export interface TaskGroup {
  title: TaskTitle;
  forMe: Task[];
  count: number;
}
/** Groups by user ID or ANYBODY, then by type [R170]. Each task is in exactly one group. */
export type TaskGroups = Record<string, Partial<Record<TaskType, TaskGroup>>>;

/** The viewer. Lenders of the loan see the tasks of all users, everyone else only their own. */
export interface TaskViewer {
  userId: string;
  asLender: boolean;
}

type Answered = Pick<Element, 'answer' | 'approvedByUserId' | 'rejectedByUserId'>;

/**
 * A file has to be sent: there is none, or it was rejected, was blocked or is unreadable. A file that the lender
 * approved nevertheless is sufficient. The server's unusable-answers.ts has the same rule.
 */
export const isWanted = ({ answer, approvedByUserId, rejectedByUserId }: Answered): boolean =>
  !answer ||
  rejectedByUserId !== null ||
  isBlocked(answer) ||
  (approvedByUserId === null && isUnreadable(answer.document?.contentState));

const isBlocked = ({ document }: NonNullable<Element['answer']>): boolean =>
  document?.virusScanState === 'INFECTED';

/** How a request has to be answered, by its flags [G-B22]. */
export function taskTypeOf(flags: readonly string[]): TaskType {
  if (flags.includes('NEEDS_NOTARY')) return 'NotaryTask';
  if (flags.includes('NEEDS_WET_SIG')) return 'WetSignatureTask';
  if (flags.includes('NEEDS_SIGNATURE') || flags.includes('SIGNATURE_REQUIRED')) return 'FillTask';
  if (flags.includes('FILLABLE_FORM')) return 'FillFormTask';
  return 'AnswerQuestionTask';
}

/** A link shows a request a second time; its tasks are listed at the original. */
const isRequest = ({ id, elementId, storageType, status }: Element): boolean =>
  storageType === 'FILE' && id === elementId && status !== 'TRASHED';
const isSentBack = (element: Element): boolean =>
  element.rejectedByUserId !== null || element.status === 'EXPIRED';
/** An answer to a question is final: there is no file to approve or reject [R215]. */
export const hasDecidableAnswer = ({ answer }: Pick<Element, 'answer'>): boolean =>
  Boolean(answer?.document ?? answer?.doesNotApply ?? answer?.driversLicenseOf);
/** The answer waits for the lender's decision. This includes unreadable files, which the lender may still accept. */
const isToAccept = (element: Element): boolean =>
  isRequest(element) &&
  hasDecidableAnswer(element) &&
  !element.answer!.inProgress &&
  !isBlocked(element.answer!) &&
  !isSentBack(element) &&
  element.approvedByUserId === null;

/** A held request waits for a phase of the loan, not for a person. */
const isHeld = ({ heldUntil, answer }: Element): boolean => heldUntil !== null && answer === null;

/** The borrower has to send a file. The lender and the lead borrower count the same requests. */
export const isWithBorrower = (element: Element): boolean =>
  isRequest(element) && !element.hidden && isWanted(element);

/** Assigned to a loan member, or to an invited person who has not accepted yet. */
const isAssigned = ({ assignedToUserId, assignedToInvitationId }: Element): boolean =>
  assignedToUserId !== null || assignedToInvitationId !== null;

/** The task types of a request, regardless of who does them. */
export function taskTypesOf(element: Element): TaskType[] {
  if (isHeld(element)) return [];
  const isOpen = isWanted(element) || element.answer?.inProgress === true;
  const stays =
    isToAccept(element) && element.flags.includes('INCLUDE_ANSWERED_UNACCEPTED_IN_TASK');
  return [
    ...(isToAccept(element) ? (['ApproveAnswerTask'] as const) : []),
    ...(isSentBack(element) ? (['NeedsAttentionTask'] as const) : []),
    ...((isOpen && !isSentBack(element)) || stays ? [taskTypeOf(element.flags)] : []),
    ...(isOpen && !isAssigned(element) ? (['AssignQuestionTask'] as const) : []),
  ];
}

/** An open request that may be mentioned to all loan members, because it is not hidden from any of them. */
export const isOpenToAll = (element: Element): boolean =>
  isRequest(element) &&
  !element.hidden &&
  element.priorityType !== 'PRIVATE' &&
  (isWanted(element) || isSentBack(element) || element.answer?.inProgress === true);

/** Only the loan's lenders approve answers and assign requests. */
const LENDERS: readonly TaskType[] = ['ApproveAnswerTask', 'AssignQuestionTask'];

/**
 * Who a task waits for: the lenders, its assignee, or any user who may upload. A request hidden from the
 * borrowers cannot wait for them.
 */
function waitsOn(type: TaskType, element: Element, { userId, asLender }: TaskViewer): string {
  const decidingUserId = element.abilities.decide ? userId : ANYBODY;
  if (LENDERS.includes(type)) return decidingUserId;
  if (isAssigned(element)) return element.assignedToUserId ?? ANYBODY;
  if (asLender) return element.hidden ? decidingUserId : ANYBODY;
  return element.abilities.answer ? userId : ANYBODY;
}

/** Whether the viewer has a task for this document. */
export const waitsOnViewer = (element: Element, viewer: TaskViewer): boolean =>
  isRequest(element) &&
  taskTypesOf(element).some(
    // Assigning requests is one task for the whole package, not for each document.
    (type) => type !== 'AssignQuestionTask' && waitsOn(type, element, viewer) === viewer.userId,
  );

/** Assigning all requests counts as one task, because one page does it [R182]. */
const countOf = (type: TaskType, tasks: readonly Task[]): number =>
  type === 'AssignQuestionTask' ? 1 : tasks.length;

/** Sorts by due date; tasks without one keep the order of the package. */
export const byDueDate = (one: Task, other: Task): number =>
  (one.dueDate ?? '9').localeCompare(other.dueDate ?? '9');

interface Waiting {
  type: TaskType;
  on: string;
  task: Task;
}

/** Filing is a task of the loan's lenders only. */
const toFile = (items: readonly ShoeboxItem[], { userId, asLender }: TaskViewer): Waiting[] =>
  asLender
    ? items.map((item) => ({
        type: 'ShoeBoxTask',
        on: item.abilities.file ? userId : ANYBODY,
        task: filingTaskOf(item),
      }))
    : [];

/** The tasks that follow from the elements and shoebox items that this viewer can see. */
export function taskGroupsOf(
  elements: readonly Element[],
  viewer: TaskViewer,
  inShoebox: readonly ShoeboxItem[] = [],
): TaskGroups {
  const entityNameOf = entityNames(elements);
  const requestTasks = elements.filter(isRequest).flatMap((element) =>
    taskTypesOf(element).map((type) => ({
      type,
      on: waitsOn(type, element, viewer),
      task: taskOf(element, entityNameOf(element)),
    })),
  );
  const waiting: Waiting[] = [...requestTasks, ...toFile(inShoebox, viewer)];
  const seen = waiting.filter(({ on }) => viewer.asLender || on === viewer.userId);
  const groups: TaskGroups = {};
  for (const [on, theirs] of Map.groupBy(seen, (each) => each.on)) {
    for (const [type, some] of Map.groupBy(theirs, (each) => each.type)) {
      const forMe = some.map(({ task }) => task).toSorted(byDueDate);
      (groups[on] ??= {})[type] = { title: TASK_TITLES[type], forMe, count: countOf(type, forMe) };
    }
  }
  return groups;
}

const taskOf = (element: Element, entityName: string | null): Task => ({
  id: element.id,
  parentId: element.parentId,
  title: element.title,
  flags: element.flags,
  status: element.status,
  answer: element.answer,
  dueDate: element.dueDate,
  expirationDate: element.expirationDate,
  assignedToUserId: element.assignedToUserId,
  approvedByUserId: element.approvedByUserId,
  rejectedByUserId: element.rejectedByUserId,
  rejectionReason: element.rejectionReason,
  lastModifiedDate: element.lastModifiedDate,
  entityName,
});

/** A shoebox file as a task, with its sender and date. */
const filingTaskOf = (item: ShoeboxItem): Task => ({
  id: item.id,
  parentId: null,
  title: item.title,
  flags: [],
  status: null,
  answer: {
    document: item.document,
    value: null,
    answeredDate: item.createdDate,
    answeredByUserId: item.userId,
    inProgress: false,
    doesNotApply: null,
    driversLicenseOf: null,
    note: null,
  },
  dueDate: null,
  expirationDate: null,
  assignedToUserId: null,
  approvedByUserId: null,
  rejectedByUserId: null,
  rejectionReason: null,
  lastModifiedDate: item.createdDate,
  entityName: null,
});

/**
 * Returns a function that finds the name of an element's entity: everything in an entity's folder, at any depth, is
 * about that entity.
 */
export function entityNames(elements: readonly Element[]) {
  const folders = new Map(
    elements.filter(({ storageType }) => storageType === 'FOLDER').map((each) => [each.id, each]),
  );
  const named = new Map(
    [...folders.values()].flatMap(({ sherpaEntityId, title }) =>
      sherpaEntityId === null ? [] : [[sherpaEntityId, title] as const],
    ),
  );
  return ({ sherpaEntityId, parentId }: Element): string | null => {
    if (sherpaEntityId !== null) return named.get(sherpaEntityId) ?? null;
    for (let at = folders.get(parentId ?? ''); at; at = folders.get(at.parentId ?? '')) {
      if (at.sherpaEntityId !== null) return at.title;
    }
    return null;
  };
}
