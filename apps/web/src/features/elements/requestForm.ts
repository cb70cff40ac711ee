/** Converts an element to the values of the request editor, and the edited values to the changes to save. */
import type { Element, ElementChange, NewElementBody } from '@cairn/contract';
import type { Priority } from '@cairn/contract/constants';
import type { QuestionType } from '@cairn/contract/element-terms';
import type { DocumentFlag, ReleasePhase, ReviewStatus } from '@cairn/contract/template-terms';

export type Kind = 'file' | 'question' | 'link';
export type Visibility = 'everyone' | 'assignee' | 'lender';

export interface RequestValues {
  kind: Kind;
  title: string;
  borrowerTitle: string;
  description: string;
  questionType: QuestionType;
  /** One per line. */
  choices: string;
  /** The request that a link shows. */
  targetId: string | null;
  parentId: string | null;
  assignedToUserId: string | null;
  dueDate: string;
  priority: 'LOW' | 'MEDIUM' | 'HIGH' | 'URGENT';
  visibility: Visibility;
  releasePhase: ReleasePhase | null;
  visibleAtStatus: ReviewStatus | null;
  hasExpiration: boolean;
  expirationDate: string;
  /** The number of the tab, from 1 to 10, as a string because the select field needs one. */
  sbaTab: string | null;
  flags: DocumentFlag[];
}

const EMPTY: RequestValues = {
  kind: 'file',
  title: '',
  borrowerTitle: '',
  description: '',
  questionType: 'TEXT',
  choices: '',
  targetId: null,
  parentId: null,
  assignedToUserId: null,
  dueDate: '',
  priority: 'MEDIUM',
  visibility: 'everyone',
  releasePhase: null,
  visibleAtStatus: null,
  hasExpiration: false,
  expirationDate: '',
  sbaTab: null,
  flags: [],
};

const tabValue = (sbaTab: number | null): string | null =>
  sbaTab === null ? null : String(sbaTab);

export const newValues = (parentId: string, sbaTab: number | null = null): RequestValues => ({
  ...EMPTY,
  parentId,
  sbaTab: tabValue(sbaTab),
});

const visibilityOf = ({ priorityType }: Element): Visibility => {
  if (priorityType === 'HIDDEN') return 'lender';
  return priorityType === 'PRIVATE' ? 'assignee' : 'everyone';
};

export function valuesOf(element: Element): RequestValues {
  const { priorityType } = element;
  const isPriority = priorityType !== 'HIDDEN' && priorityType !== 'PRIVATE';
  return {
    kind: element.questionType === null ? 'file' : 'question',
    title: element.title,
    borrowerTitle: element.borrowerTitle ?? '',
    description: element.description ?? '',
    questionType: element.questionType ?? 'TEXT',
    choices: element.choices.join('\n'),
    targetId: null,
    parentId: element.parentId,
    assignedToUserId: element.assignedToUserId,
    dueDate: element.dueDate ?? '',
    priority: isPriority ? priorityType : 'MEDIUM',
    visibility: visibilityOf(element),
    releasePhase: element.heldUntil,
    visibleAtStatus: element.visibleAtStatus,
    hasExpiration: element.hasExpiration,
    expirationDate: element.expirationDate ?? '',
    sbaTab: tabValue(element.sbaTab),
    flags: element.flags as DocumentFlag[],
  };
}

export const linesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

const priorityOf = ({ visibility, priority }: RequestValues): Priority =>
  visibility === 'lender' ? 'HIDDEN' : visibility === 'assignee' ? 'PRIVATE' : priority;

/** The settings of a request that are sent to the server, for new and for changed requests. */
const settingsOf = (values: RequestValues) => ({
  title: values.title.trim(),
  borrowerTitle: values.borrowerTitle.trim() || null,
  description: values.description.trim() || null,
  dueDate: values.dueDate || null,
  priorityType: priorityOf(values),
  releasePhase: values.releasePhase,
  visibleAtStatus: values.visibleAtStatus,
  hasExpiration: values.hasExpiration,
  assignedToUserId: values.assignedToUserId,
  sbaTab: values.sbaTab === null ? null : Number(values.sbaTab),
  flags: values.flags,
});

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Only the settings that differ, so that settings that a colleague changed in the meantime are not overwritten. */
export function changesOf(before: RequestValues, after: RequestValues): ElementChange {
  const [old, settings] = [settingsOf(before), settingsOf(after)];
  const changed = Object.entries(settings).filter(
    ([name, value]) => !isSame(value, old[name as keyof typeof old]),
  );
  const choices = linesIn(after.choices);
  return {
    ...(Object.fromEntries(changed) as Partial<typeof settings>),
    ...(after.expirationDate !== before.expirationDate && {
      expirationDate: after.expirationDate || null,
    }),
    ...(after.kind === 'question' &&
      after.questionType === 'CHOICE' &&
      !isSame(choices, linesIn(before.choices)) && { choices }),
  };
}

export function newElementOf(values: RequestValues): NewElementBody {
  const parentId = values.parentId;
  if (values.kind === 'link') return { storageType: 'FILE', elementId: values.targetId!, parentId };
  const { dueDate, ...settings } = settingsOf(values);
  return {
    storageType: 'FILE',
    parentId,
    ...settings,
    // Without a due date, the server uses the default due days of the loan, the template or the company.
    ...(dueDate && { dueDate }),
    ...(values.kind === 'question' && {
      questionType: values.questionType,
      choices: values.questionType === 'CHOICE' ? linesIn(values.choices) : [],
    }),
  };
}

/** The notice in the editor that says whether the borrower is notified when the request is saved. */
export function noticeOf(before: RequestValues | null, after: RequestValues): string {
  if (after.kind === 'link') return 'No one is notified';
  const isHidden = after.visibility === 'lender' || isKept(after);
  if (isHidden) return 'The borrower doesn’t see it';
  if (after.releasePhase !== null && after.releasePhase !== before?.releasePhase) {
    return 'The borrower is notified when it is released';
  }
  if (before === null) return 'The borrower is notified';
  const wasHidden = before.visibility === 'lender' || isKept(before);
  return wasHidden ? 'The borrower is notified' : 'No one is notified';
}

const isKept = ({ flags }: RequestValues): boolean =>
  flags.includes('LENDER_ONLY') || flags.includes('INTERNAL_ONLY');
