import type { Element, LoanLender, LoanSummary } from '@cairn/contract';
import { entityNames, isWanted } from '@cairn/contract/task-terms';
import { daysUntil, formatDay } from '../../lib/format/dates.ts';

/** Requests about one person or business, or about the loan itself. */
export interface TaskGroup {
  /** The entity's name, or null for the loan itself. */
  name: string | null;
  kind: string | null;
  /** True for a group of rejected answers. Such groups are shown before the questions. */
  isSentBack: boolean;
  todo: Element[];
  /** Requests that are assigned to someone else. */
  handedOver: Element[];
  /** Requests that were answered a moment ago, shown with a link to the receipt. */
  sent: Element[];
}

export interface Tasks {
  /** Requests that the user can answer now: rejected ones first, then by due date and priority. */
  todo: Element[];
  /** The same requests and those assigned to others, grouped by the person or business that they are about. */
  groups: TaskGroup[];
  /** Number of answers that are waiting for the lender's review. */
  sent: number;
  approved: number;
}

export type AnsweredState = 'inReview' | 'approved';

const isRequest = ({ storageType, id, elementId }: Element): boolean =>
  storageType === 'FILE' && id === elementId;

/** Lists as many requests as the summary counts, except while one of their files is being unlocked. */
export const listAnswered = (elements: readonly Element[], state: AnsweredState): Element[] =>
  elements.filter((element) => {
    const isApproved = element.approvedByUserId !== null;
    return (
      isRequest(element) && (state === 'approved' ? isApproved : !isApproved && !isWanted(element))
    );
  });

const isSentBack = ({ rejectedByUserId }: Element): boolean => rejectedByUserId !== null;

const IMPORTANCE = ['URGENT', 'HIGH', 'MEDIUM', 'LOW'];
const importance = ({ priorityType }: Element): number => {
  const at = IMPORTANCE.indexOf(priorityType);
  return at === -1 ? IMPORTANCE.indexOf('MEDIUM') : at;
};
/** A promised date replaces the due date. */
const dayOf = ({ promisedDate, dueDate }: Element): string => promisedDate ?? dueDate ?? '9';

/** Does not use `localeCompare`, which first loads the collation tables of a language. */
const byDay = (one: string, other: string): number => Number(one > other) - Number(one < other);

/** Sorts rejected requests first, then by due date, then by priority. Equal requests keep the order of the package. */
const byUrgency = (one: Element, other: Element): number =>
  Number(isSentBack(other)) - Number(isSentBack(one)) ||
  byDay(dayOf(one), dayOf(other)) ||
  importance(one) - importance(other);

interface Recent {
  /** The request stays a task although its file is being scanned. */
  isHeld: (element: Element) => boolean;
  /** The request was answered a moment ago on this page. */
  isSent: (element: Element) => boolean;
}
const NOTHING_RECENT: Recent = { isHeld: () => false, isSent: () => false };

export function tasksOf(
  elements: readonly Element[],
  userId: string,
  { isHeld, isSent }: Recent = NOTHING_RECENT,
): Tasks {
  const files = elements.filter(isRequest);
  const requests = files.filter((file) => isWanted(file) || isHeld(file));
  const others = requests.filter(
    ({ assignedToUserId, assignedToInvitationId }) =>
      assignedToInvitationId !== null || (assignedToUserId !== null && assignedToUserId !== userId),
  );
  const isOthers = new Set(others);
  const todo = requests
    .filter((file) => file.abilities.answer && !isOthers.has(file))
    .toSorted(byUrgency);
  const approved = files.filter(({ approvedByUserId }) => approvedByUserId !== null).length;
  return {
    todo,
    groups: groupsOf(elements, {
      todo,
      handedOver: others.toSorted(byUrgency),
      sent: files.filter((file) => isSent(file) && !requests.includes(file)),
    }),
    sent: files.length - requests.length - approved,
    approved,
  };
}

/** Only the answer to a blank request can be undone, because removing it loses nothing that it replaced. */
export function isUndoable(before: Element, after: Element): boolean {
  const { answer, rejectedByUserId, promisedDate, expirationDate } = before;
  const wasBlank = [answer, rejectedByUserId, promisedDate, expirationDate].every(
    (each) => each === null,
  );
  // A higher version means that someone else changed the request and this page did not show it.
  return wasBlank && after.version === before.version + 1 && after.abilities.takeBack;
}

/** The group with the most urgent task comes first. */
function groupsOf(
  elements: readonly Element[],
  { todo, handedOver, sent }: Pick<TaskGroup, 'todo' | 'handedOver' | 'sent'>,
): TaskGroup[] {
  const nameOf = entityNames(elements);
  const kinds = new Map(elements.map((each) => [each.sherpaEntityId, each.sherpaEntityType]));
  const groups = new Map<string, TaskGroup>();
  const groupOf = (element: Element, isOfSentBack = false): TaskGroup => {
    const name = nameOf(element);
    const key = `${isOfSentBack} ${element.sherpaEntityId ?? name ?? ''}`;
    const existing = groups.get(key);
    if (existing) return existing;
    const kind = kinds.get(element.sherpaEntityId) ?? null;
    const group: TaskGroup = {
      name,
      kind,
      isSentBack: isOfSentBack,
      todo: [],
      handedOver: [],
      sent: [],
    };
    groups.set(key, group);
    return group;
  };
  for (const element of todo) groupOf(element, isSentBack(element)).todo.push(element);
  for (const element of handedOver) groupOf(element).handedOver.push(element);
  for (const element of sent) groupOf(element).sent.push(element);
  return [...groups.values()];
}

/**
 * 0: a request has no answer. 1: everything is answered, but some answers may be rejected (the totals do not
 * distinguish these from answered questions). 2: neither.
 */
function openness({ packageTotals: totals }: LoanSummary): 0 | 1 | 2 {
  if (totals.totalFiles > totals.totalAnsweredFiles) return 0;
  return totals.totalFiles > totals.totalApprovedFiles + totals.totalFilesToReview ? 1 : 2;
}

/**
 * Selects the loans whose tasks are shown. Loans with something to send come first, so that finished loans do not hide
 * them. A loan with a file that was sent a moment ago is always included and keeps its place, with the link to the
 * receipt.
 */
export function loansWithTasks(
  loans: readonly LoanSummary[],
  most: number,
  sentOn: ReadonlySet<string> = new Set(),
): { shown: LoanSummary[]; othersOpen: number } {
  const sorted = loans.toSorted((one, other) => openness(one) - openness(other));
  const isShown = ({ id }: LoanSummary, index: number): boolean => index < most || sentOn.has(id);
  const rank = (loan: LoanSummary): number => (sentOn.has(loan.id) ? 0 : openness(loan));
  const shownLoans = new Set(sorted.filter(isShown));
  return {
    shown: loans
      .filter((loan) => shownLoans.has(loan))
      .toSorted((one, other) => rank(one) - rank(other)),
    othersOpen: loans.filter((loan) => !shownLoans.has(loan) && openness(loan) < 2).length,
  };
}

/** Limits the groups to this number of tasks in total. */
export function firstTasks(groups: readonly TaskGroup[], most: number): TaskGroup[] {
  let left = most;
  return groups.flatMap((group) => {
    const todo = group.todo.slice(0, left);
    const handedOver = group.handedOver.slice(0, Math.max(0, left - todo.length));
    left -= todo.length + handedOver.length;
    const isEmpty = todo.length + handedOver.length + group.sent.length === 0;
    return isEmpty ? [] : [{ ...group, todo, handedOver }];
  });
}

/** Titles that occur more than once in a group. Their cards also show the folder. */
export const repeatedTitles = ({ todo, handedOver }: TaskGroup): ReadonlySet<string> => {
  const byTitle = Map.groupBy([...todo, ...handedOver], ({ title }) => title);
  return new Set([...byTitle].filter(([, some]) => some.length > 1).map(([title]) => title));
};

/**
 * The ID of the person whose own driver's license the request asks for, so that the card can link to the page that
 * reads the barcode. Null for all other requests.
 */
export function licensePerson(
  { title, questionType, parentId, sherpaEntityId }: Element,
  elements: readonly Element[],
  ownName: string,
): string | null {
  if (questionType !== null || !/\bdriver.?s licen[cs]e\b/i.test(title)) return null;
  const folders = elements.filter(({ storageType }) => storageType === 'FOLDER');
  let folder = folders.find((each) =>
    sherpaEntityId === null ? each.id === parentId : each.sherpaEntityId === sherpaEntityId,
  );
  while (folder && folder.sherpaEntityId === null) {
    const above = folder.parentId;
    folder = folders.find(({ id }) => id === above);
  }
  const isOwn = folder?.sherpaEntityType === 'INDIVIDUAL' && folder.title === ownName;
  return isOwn ? folder!.sherpaEntityId : null;
}

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`);

/** For example "Elena, 5 things left to do". While the number is not known, it is only a greeting. */
export function headline(name: string | null, left: number | null): string {
  const comma = name ? `${name}, ` : '';
  if (left === null) return name ? `Hello, ${name}` : 'Hello';
  if (left === 0) return `${comma}${name ? 'you’re' : 'You’re'} all caught up`;
  return `${comma}${things(left)} left to do`;
}

const whenDue = (day: string, now: Date): string =>
  ['today', 'tomorrow'][daysUntil(day, now)] ?? formatDay(day);

/** For example "Due tomorrow" or "Was due Nov 12, 2026". */
export const dueWords = (day: string, now: Date): string =>
  `${daysUntil(day, now) < 0 ? 'Was due' : 'Due'} ${whenDue(day, now)}`;

/** The earliest due date, or null if no request has one. */
export const firstDue = (left: readonly Pick<Element, 'dueDate'>[]): string | null =>
  left.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0] ?? null;

/** Explains why the remaining tasks matter and when they are due. */
export function leadOf(
  { left, due }: { left: number; due: string | null },
  loans: readonly LoanSummary[],
  now: Date,
): string {
  if (left === 0) return 'Nothing to do right now. New requests will appear here.';
  const closing = loans.length === 1 ? loans[0]!.closeDate : null;
  const why = closing
    ? ` and we can keep your ${formatDay(closing)} closing`
    : ' to keep your loan moving';
  const [these, first] = left === 1 ? ['this', 'It'] : ['these', 'The first'];
  const when = due && `${first} ${daysUntil(due, now) < 0 ? 'was' : 'is'} due ${whenDue(due, now)}`;
  return `Send ${these}${why}. ${when ?? 'A phone photo is fine'}.`;
}

export interface OfficerOfLoan {
  loan: LoanSummary;
  lender: LoanLender;
  officer: NonNullable<LoanLender['officer']>;
}

/** Loan officers to contact: each officer once, with the first of their loans. */
export function officersOf(loans: readonly LoanSummary[]): OfficerOfLoan[] {
  const officers = new Map<string, OfficerOfLoan>();
  for (const loan of loans) {
    const officer = loan.lender?.officer;
    if (officer && !officers.has(officer.id)) {
      officers.set(officer.id, { loan, lender: loan.lender!, officer });
    }
  }
  return [...officers.values()];
}

/** The progress over all loans. Null if nothing is requested. */
export function progressOf(loans: readonly LoanSummary[]) {
  const sum = (name: 'totalFiles' | 'totalAnsweredFiles' | 'totalApprovedFiles'): number =>
    loans.reduce((total, { packageTotals }) => total + packageTotals[name], 0);
  const files = sum('totalFiles');
  if (files === 0) return null;
  return {
    answered: (sum('totalAnsweredFiles') / files) * 100,
    approved: (sum('totalApprovedFiles') / files) * 100,
  };
}

/** The phone number without formatting and extension, for a `tel:` link. */
export const dialable = (phone: string): string =>
  phone.split(/x|ext/i, 1)[0]!.replaceAll(/[^+\d]/g, '');
