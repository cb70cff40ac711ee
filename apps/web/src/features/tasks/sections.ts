import type {
  Element,
  ShoeboxItem,
  Task,
  TaskGroups,
  TaskTitle,
  TaskViewer,
} from '@cairn/contract';
import {
  byDueDate,
  isWanted,
  TASK_LABELS,
  taskGroupsOf,
  titleOf,
} from '@cairn/contract/task-terms';

/** Whose tasks are looked at. A borrower has no choice: the others' are not theirs to see. */
export type TaskScope = 'me' | 'everyone';

/** All tasks of one title. */
export interface TaskSection {
  title: TaskTitle;
  /** The specification's word [R322]. */
  label: string;
  note: string;
  tasks: Task[];
  count: number;
}

const NOTES: Record<TaskScope, Record<TaskTitle, string>> = {
  me: {
    accept: 'Uploaded by the borrower, ready for you',
    needsAttention: 'Rejected or expired',
    shoeBox: 'In the shoebox, not filed yet',
    assignQuestion: '',
    assignSignee: 'Choose who signs',
    fillAndSign: 'For you to fill in and sign',
    fillForm: 'For you to fill in',
    notary: 'To be signed before a notary',
    wetSignature: 'To be signed on paper, in ink',
    upload: 'Waiting on you',
  },
  everyone: {
    accept: 'Uploaded by the borrower, ready for review',
    needsAttention: 'Rejected or expired; with the borrower',
    shoeBox: 'In the shoebox, not filed yet',
    assignQuestion: '',
    assignSignee: 'No signer chosen yet',
    fillAndSign: 'To be filled in and signed',
    fillForm: 'To be filled in',
    notary: 'To be signed before a notary',
    wetSignature: 'To be signed on paper, in ink',
    upload: 'Not uploaded yet',
  },
};

/** It counts as one, so that the words have to say of how many documents it is [R182]. */
const unassignedText = (tasks: readonly Task[]): string =>
  tasks.length === 1
    ? '1 document has no assignee yet'
    : `${tasks.length} documents have no assignee yet`;

const TITLES = Object.keys(TASK_LABELS) as TaskTitle[];
export const isTaskTitle = (title: string): title is TaskTitle => Object.hasOwn(TASK_LABELS, title);

/** One section for each title that has tasks, of one person or of everybody. */
export function sectionsOf(groups: TaskGroups, scope: TaskScope, userId: string): TaskSection[] {
  const shownGroups = scope === 'me' ? [groups[userId] ?? {}] : Object.values(groups);
  const all = shownGroups.flatMap((byType) =>
    Object.entries(byType).map(([type, group]) => ({ ...group, title: titleOf(type) })),
  );
  return TITLES.flatMap((title) => {
    const tasks = all
      .filter((group) => group.title === title)
      .flatMap(({ forMe }) => forMe)
      .toSorted(byDueDate);
    if (tasks.length === 0) return [];
    const isOne = title === 'assignQuestion';
    return {
      title,
      label: TASK_LABELS[title],
      note: isOne ? unassignedText(tasks) : NOTES[scope][title],
      tasks,
      count: isOne ? 1 : tasks.length,
    };
  });
}

/** What the lender has to decide is, to the borrower, what they have sent and need not send again. */
function submittedIn(elements: readonly Element[], userId: string): Task[] {
  const ofLender = taskGroupsOf(elements, { userId, asLender: true });
  const toDecide = sectionsOf(ofLender, 'everyone', userId).find(({ title }) => title === 'accept');
  return (toDecide?.tasks ?? []).filter((task) => !isWanted(task));
}

/** From a package that is on the page already: the same tasks as the call gives, and what was sent. */
export function overviewSections(
  elements: readonly Element[],
  viewer: TaskViewer,
  inShoebox: readonly ShoeboxItem[] = [],
) {
  const { userId, asLender } = viewer;
  const groups = taskGroupsOf(elements, viewer, inShoebox);
  return {
    sections: sectionsOf(groups, asLender ? 'everyone' : 'me', userId),
    submitted: asLender ? [] : submittedIn(elements, userId),
  };
}
