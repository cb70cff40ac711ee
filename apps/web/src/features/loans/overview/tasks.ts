import type { Element } from '@cairn/contract';
import { isWanted } from '../../elements/status.ts';

export type TaskKind = 'accept' | 'needsAttention' | 'upload' | 'submitted';

export interface TaskGroup {
  kind: TaskKind;
  /** The specification's words [R322]. */
  title: string;
  note: string;
  tasks: Element[];
}

const isExpired = ({ status }: Element): boolean => status === 'EXPIRED';
const isSentBack = (element: Element): boolean =>
  element.rejectedByUserId !== null || isExpired(element);
/** What somebody has begun is still to come. */
const isAsked = (element: Element): boolean =>
  (isWanted(element) || element.answer?.inProgress === true) && !isSentBack(element);
const isToReview = (element: Element): boolean =>
  !isWanted(element) &&
  !isExpired(element) &&
  element.approvedByUserId === null &&
  element.answer?.inProgress !== true;

const TITLES: Record<TaskKind, string> = {
  accept: 'Accept',
  needsAttention: 'Needs Attention',
  upload: 'Upload',
  submitted: 'Submitted',
};

/** Who waits for what: to the lender what came, to the borrower what is asked. */
const NOTES = {
  lender: {
    accept: 'Uploaded by the borrower, ready for you',
    needsAttention: 'Sent back or expired; with the borrower',
    upload: 'Waiting on the borrower',
  },
  borrower: {
    needsAttention: 'Sent back to you, or expired',
    upload: 'Waiting on you',
    submitted: 'With the lender',
  },
} as const;

/** A link shows a request a second time; it waits where it stands. */
const isRequest = ({ id, elementId, storageType }: Element): boolean =>
  storageType === 'FILE' && id === elementId;

/** What waits for whom, from the requests of the package; a group with nothing in it is left out. */
export function tasksOf(elements: readonly Element[], asBorrower: boolean): TaskGroup[] {
  const requests = elements.filter(isRequest);
  const waiting = {
    accept: requests.filter(isToReview),
    needsAttention: requests.filter(isSentBack),
    upload: requests.filter(isAsked),
    submitted: requests.filter(isToReview),
  };
  const notes: Partial<Record<TaskKind, string>> = asBorrower ? NOTES.borrower : NOTES.lender;
  return (Object.keys(notes) as TaskKind[])
    .map((kind) => ({
      kind,
      title: TITLES[kind],
      note: notes[kind] ?? '',
      tasks: waiting[kind],
    }))
    .filter(({ tasks }) => tasks.length > 0);
}
