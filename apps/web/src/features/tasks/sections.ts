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

/** Whose tasks are shown. Borrowers see only their own. */
export type TaskScope = 'me' | 'everyone';

/** All tasks of one title. */
export interface TaskSection {
  title: TaskTitle;
  /** The specification's label [R322]. */
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

/** The section counts as one task, so the note says how many documents it covers [R182]. */
const unassignedText = (tasks: readonly Task[]): string =>
  tasks.length === 1
    ? '1 document has no assignee yet'
    : `${tasks.length} documents have no assignee yet`;

const TITLES = Object.keys(TASK_LABELS) as TaskTitle[];
export const isTaskTitle = (title: string): title is TaskTitle => Object.hasOwn(TASK_LABELS, title);

/** One section for each title with tasks, for one person or for everyone. */
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

/** Requests that await the lender's review. To the borrower they are done: nothing needs to be sent again. */
function submittedIn(elements: readonly Element[], userId: string): Task[] {
  const ofLender = taskGroupsOf(elements, { userId, asLender: true });
  const toDecide = sectionsOf(ofLender, 'everyone', userId).find(({ title }) => title === 'accept');
  return (toDecide?.tasks ?? []).filter((task) => !isWanted(task));
}

/**
 * Sections computed from a loaded package: the same tasks as the call returns, and the borrower's submitted requests.
 */
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
