/** The tasks of a loan: what they are called, and which of them a package gives to whom. */
import type { Element } from './elements.ts';
import { isUnreadable } from './file-terms.ts';
import type { ShoeboxItem } from './shoebox.ts';
import type { Task } from './task-shape.ts';

/** What the server speaks of, each with its title [R171] to [R180]. */
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

/** The same work under other names: understood, never sent [R181]. */
const OTHER_NAMES: Record<string, TaskTitle> = {
  AssignSigneeDocumentTask: 'assignSignee',
  FillDocumentTask: 'fillAndSign',
  FillDocumentTaskDto: 'fillAndSign',
  SignTask: 'fillAndSign',
};

const NAMED = new Map<string, TaskTitle>(Object.entries({ ...TASK_TITLES, ...OTHER_NAMES }));
export const titleOf = (type: string): TaskTitle | undefined => NAMED.get(type);

/** The words on the screen [R322], in the order in which a user works through them. */
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

/** Placeholder for a person where any permitted user can do it: such a group has no owner. */
export const ANYBODY = 'ANYBODY';

/** `forMe` is what waits on the person whose group it is; `count` is the number to show. */
export interface TaskGroup {
  title: TaskTitle;
  forMe: Task[];
  count: number;
}
/** By person, or ANYBODY; then by type [R170]. A task is in one group only. */
export type TaskGroups = Record<string, Partial<Record<TaskType, TaskGroup>>>;

/** Who is looking. Those who lend see everybody's tasks, all others their own. */
export interface TaskViewer {
  userId: string;
  asLender: boolean;
}

type Answered = Pick<Element, 'answer' | 'approvedByUserId' | 'rejectedByUserId'>;

/**
 * A file is waited for: none came, or the one that came was rejected or blocked, or nothing in it can be read. What the
 * lender approved all the same is enough. The server says the same in unusable-answers.ts.
 */
export const isWanted = ({ answer, approvedByUserId, rejectedByUserId }: Answered): boolean =>
  !answer ||
  rejectedByUserId !== null ||
  isBlocked(answer) ||
  (approvedByUserId === null && isUnreadable(answer.document?.contentState));

const isBlocked = ({ document }: NonNullable<Element['answer']>): boolean =>
  document?.virusScanState === 'INFECTED';

/** How something is to come [G-B22]. */
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
/** A question is answered once and for all: there is no file to decide about [R215]. */
export const hasDecidableAnswer = ({ answer }: Pick<Element, 'answer'>): boolean =>
  Boolean(answer?.document ?? answer?.doesNotApply ?? answer?.driversLicenseOf);
/** The lender has something to look at, also where nothing in it could be read: they may find that it is enough. */
const isToAccept = (element: Element): boolean =>
  isRequest(element) &&
  hasDecidableAnswer(element) &&
  !element.answer!.inProgress &&
  !isBlocked(element.answer!) &&
  !isSentBack(element) &&
  element.approvedByUserId === null;

/** Held requests wait for the loan, not for a person. */
const isHeld = ({ heldUntil, answer }: Element): boolean => heldUntil !== null && answer === null;

/** The borrower has to send something: the lender and the lead borrower count the same requests. */
export const isWithBorrower = (element: Element): boolean =>
  isRequest(element) && !element.hidden && isWanted(element);

/** To a person on the loan, or to one who was invited and has not accepted yet. */
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

/** What may be told to everybody on the loan to be still open: nothing that is kept from some of them. */
export const isOpenToAll = (element: Element): boolean =>
  isRequest(element) &&
  !element.hidden &&
  element.priorityType !== 'PRIVATE' &&
  (isWanted(element) || isSentBack(element) || element.answer?.inProgress === true);

/** To decide and to say who brings what is for those who lend on this loan. */
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

/** Whether a document is one that the person looking has to do something about. */
export const waitsOnViewer = (element: Element, viewer: TaskViewer): boolean =>
  isRequest(element) &&
  taskTypesOf(element).some(
    // To say who brings what is one task of the whole package.
    (type) => type !== 'AssignQuestionTask' && waitsOn(type, element, viewer) === viewer.userId,
  );

/** One page does them all, however many there are [R182]. */
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

/** To file what came is for those who lend; to everybody else it is sent, and no task. */
const toFile = (items: readonly ShoeboxItem[], { userId, asLender }: TaskViewer): Waiting[] =>
  asLender
    ? items.map((item) => ({
        type: 'ShoeBoxTask',
        on: item.abilities.file ? userId : ANYBODY,
        task: filingTaskOf(item),
      }))
    : [];

/**
 * The tasks that a package gives, and its shoebox, to one who sees these items of them and nothing else.
 */
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

/** A file that came, and from whom and when. */
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

/** An entity's folder has its name; what lies in it, at any depth, is about that entity. */
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
