import type { Element, LoanSummary } from '@cairn/contract';
import { expect, it } from 'vitest';
import { greetByHour } from '../../lib/format/greetByHour.ts';
import {
  listAnswered,
  dialable,
  dueWords,
  firstDue,
  firstTasks,
  isUndoable,
  leadOf,
  headline,
  licensePerson,
  loansWithTasks,
  officersOf,
  progressOf,
  repeatedTitles,
  tasksOf,
} from './tasks.ts';

function file(title: string, over: Partial<Element> = {}): Element {
  return {
    id: title,
    elementId: title,
    parentId: null,
    title,
    priorityType: 'MEDIUM',
    dueDate: null,
    promisedDate: null,
    assignedToUserId: null,
    assignedToInvitationId: null,
    storageType: 'FILE',
    flags: [],
    answer: null,
    approvedByUserId: null,
    rejectedByUserId: null,
    sherpaEntityId: null,
    sherpaEntityType: null,
    lastModifiedDate: '2026-11-02T10:00:00Z',
    abilities: { answer: true },
    ...over,
  } as Element;
}

const answer = {
  answeredDate: '2026-11-02T10:00:00Z',
  inProgress: false,
  document: { virusScanState: 'CLEAN' },
} as Element['answer'];

it('asks first for what was sent back, and not for requests of another person', () => {
  const tasks = tasksOf(
    [
      file('K-1'),
      file('Lease', { answer, rejectedByUserId: 'd' }),
      file('Return', { answer }),
      file('Deed', { answer, approvedByUserId: 'd' }),
      file('Theirs', { abilities: { answer: false } as Element['abilities'] }),
      file('Folder', { storageType: 'FOLDER' }),
    ],
    'me',
  );
  expect(tasks.todo.map(({ title }) => title)).toEqual(['Lease', 'K-1']);
  expect(tasks).toMatchObject({ sent: 1, approved: 1 });
});

it('lists what is in review and what was approved, as many as are counted', () => {
  const elements = [
    file('K-1'),
    file('Lease', { answer, rejectedByUserId: 'd' }),
    file('Return', { answer }),
    file('Plan', { answer }),
    file('Deed', { answer, approvedByUserId: 'd' }),
    file('Folder', { storageType: 'FOLDER' }),
  ];
  const titles = (state: 'inReview' | 'approved') =>
    listAnswered(elements, state).map(({ title }) => title);
  expect(titles('inReview')).toEqual(['Return', 'Plan']);
  expect(titles('approved')).toEqual(['Deed']);
  expect(tasksOf(elements, 'me')).toMatchObject({ sent: 2, approved: 1 });
});

it('keeps a request whose file cannot be read, until another one comes', () => {
  const tasksWith = (document: object) =>
    tasksOf([file('Lease', { answer: { ...answer, document } as Element['answer'] })], 'me');
  const damaged = { virusScanState: 'CLEAN', contentState: 'DAMAGED' };
  expect(tasksWith(damaged)).toMatchObject({ todo: [{ title: 'Lease' }], sent: 0 });
  expect(tasksWith({ ...damaged, contentState: 'READY' })).toMatchObject({ todo: [], sent: 1 });
});

it('orders by due date, then by priority', () => {
  const { todo } = tasksOf(
    [
      file('Someday'),
      file('Important', { priorityType: 'HIGH' }),
      file('Later', { dueDate: '2026-12-01' }),
      file('Soon', { dueDate: '2026-11-20' }),
    ],
    'me',
  );
  expect(todo.map(({ title }) => title)).toEqual(['Soon', 'Later', 'Important', 'Someday']);
});

it('keeps what was sent back in groups of its own, before all others', () => {
  const of = { sherpaEntityId: 'bakery', sherpaEntityType: 'COMPANY' } as const;
  const { groups } = tasksOf(
    [
      file('Return', { ...of, dueDate: '2026-11-03' }),
      file('Lease', { ...of, answer, rejectedByUserId: 'd', dueDate: '2026-11-20' }),
      file('Deed', { ...of, assignedToUserId: 'other' }),
    ],
    'me',
  );
  expect(
    groups.map(({ isSentBack, todo, handedOver }) => [
      isSentBack,
      ...[...todo, ...handedOver].map(({ title }) => title),
    ]),
  ).toEqual([
    [true, 'Lease'],
    [false, 'Return', 'Deed'],
  ]);
});

it('groups by the person or business, and keeps what others have beside it', () => {
  const folder = (id: string, title: string) =>
    file(id, {
      title,
      storageType: 'FOLDER',
      sherpaEntityId: `entity ${id}`,
      sherpaEntityType: 'COMPANY',
    });
  const { groups, todo } = tasksOf(
    [
      folder('f1', 'Larkspur Bakery LLC'),
      folder('f2', 'Harborview Bagel Co.'),
      file('a', { title: 'Returns', parentId: 'f1', dueDate: '2026-12-01' }),
      file('b', { title: 'Returns', parentId: 'f2', dueDate: '2026-11-20' }),
      file('c', { title: 'Lease', parentId: 'f1', assignedToUserId: 'jonas' }),
      file('d', { title: 'Plan' }),
    ],
    'me',
  );
  expect(groups.map((group) => [group.name, group.todo.length, group.handedOver.length])).toEqual([
    ['Harborview Bagel Co.', 1, 0],
    ['Larkspur Bakery LLC', 1, 1],
    [null, 1, 0],
  ]);
  // A request that is assigned to someone else is not a task of this user.
  expect(todo).toHaveLength(3);
  expect(firstTasks(groups, 2).map(({ name }) => name)).toEqual([
    'Harborview Bagel Co.',
    'Larkspur Bakery LLC',
  ]);
});

it('knows the titles that a group has twice', () => {
  const [group] = tasksOf([file('a', { title: 'K-1' }), file('b', { title: 'K-1' })], 'me').groups;
  expect([...repeatedTitles(group!)]).toEqual(['K-1']);
});

it('says how much is left, once it is known', () => {
  expect(headline('Elena', 5)).toBe('Elena, 5 things left to do');
  expect(headline('Elena', 1)).toBe('Elena, 1 thing left to do');
  expect(headline('Elena', 0)).toBe('Elena, you’re all caught up');
  expect(headline(null, 0)).toBe('You’re all caught up');
  expect(headline('Elena', null)).toBe('Hello, Elena');
});

it('says why what is left matters, and when the first of it is due', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  expect(dueWords('2026-11-16', now)).toBe('Due today');
  expect(dueWords('2026-11-17', now)).toBe('Due tomorrow');
  expect(dueWords('2026-11-20', now)).toBe('Due Nov 20, 2026');
  expect(dueWords('2026-11-12', now)).toBe('Was due Nov 12, 2026');
  const [may, june] = [{ dueDate: '2026-05-02' }, { dueDate: '2026-06-01' }];
  expect(firstDue([june, { dueDate: null }, may])).toBe('2026-05-02');
  expect(firstDue([{ dueDate: null }])).toBeNull();
  const closing = { closeDate: '2026-12-18' } as LoanSummary;
  const open = { closeDate: null } as LoanSummary;
  expect(leadOf({ left: 2, due: '2026-11-17' }, [closing], now)).toBe(
    'Send these and we can keep your Dec 18, 2026 closing. The first is due tomorrow.',
  );
  expect(leadOf({ left: 2, due: null }, [open, closing], now)).toBe(
    'Send these to keep your loan moving. A phone photo is fine.',
  );
  expect(leadOf({ left: 1, due: '2026-11-15' }, [open], now)).toMatch(
    /^Send this to keep your loan moving\. It was due /,
  );
  expect(leadOf({ left: 0, due: null }, [open], now)).toMatch(/^Nothing to do right now/);
});

it('the home greets by the hour', () => {
  expect(greetByHour('Dana', 8)).toBe('Good morning, Dana');
  expect(greetByHour('Dana', 12)).toBe('Good afternoon, Dana');
  expect(greetByHour(null, 22)).toBe('Good evening');
});

it('a driver’s license is scanned by the person themselves, and by them alone', () => {
  const folder = (id: string, title: string, over: Partial<Element> = {}) =>
    file(title, { id, storageType: 'FOLDER', ...over });
  const about = (sherpaEntityId: string) =>
    ({ sherpaEntityId, sherpaEntityType: 'INDIVIDUAL' }) as const;
  const folders = [
    folder('f1', 'Elena Marsh', about('elena')),
    folder('f2', 'Identity', { parentId: 'f1' }),
    folder('f3', 'Jonas Marsh', about('jonas')),
    folder('f4', 'Elena Marsh LLC', { sherpaEntityId: 'llc', sherpaEntityType: 'COMPANY' }),
  ];
  const person = (title: string, over: Partial<Element>) =>
    licensePerson(file(title, { questionType: null, ...over }), folders, 'Elena Marsh');
  expect(person('Driver’s license', { parentId: 'f2' })).toBe('elena');
  expect(person("Driver's license or passport", about('elena'))).toBe('elena');
  expect(person('Driver’s license', { parentId: 'f3' })).toBeNull();
  expect(person('Driver’s license', { parentId: 'f4' })).toBeNull();
  expect(person('Driver’s license', { parentId: null })).toBeNull();
  expect(person('Contractor license', { parentId: 'f2' })).toBeNull();
});

const loanOf = (id: string, officerId: string | null, files: [number, number, number]) =>
  ({
    id,
    lender: { name: 'Northgate Bank', logo: null, officer: officerId && { id: officerId } },
    packageTotals: {
      totalFiles: files[0],
      totalAnsweredFiles: files[1],
      totalApprovedFiles: files[2],
    },
  }) as LoanSummary;

it('names each officer once, and adds up what is done in all loans', () => {
  const loans = [
    loanOf('bakery', 'dana', [10, 6, 4]),
    loanOf('catering', null, [0, 0, 0]),
    loanOf('van', 'dana', [10, 2, 0]),
    loanOf('oven', 'marcus', [0, 0, 0]),
  ];
  expect(officersOf(loans).map(({ loan, officer }) => [loan.id, officer.id])).toEqual([
    ['bakery', 'dana'],
    ['oven', 'marcus'],
  ]);
  expect(progressOf(loans)).toEqual({ answered: 40, approved: 20 });
  expect(progressOf(loans.slice(1, 2))).toBeNull();
});

it('dials a number as it is written, without its extension', () => {
  expect(dialable('(541) 555-0142')).toBe('5415550142');
  expect(dialable('+1 541 555 0142 ext. 12')).toBe('+15415550142');
  expect(dialable('541.555.0142 x12')).toBe('5415550142');
});

it('undoes an answer only where it left nothing behind: no earlier answer, rejection, promise or date', () => {
  const isUndoableAfter = (before: Element, version = before.version + 1) =>
    isUndoable(before, { ...before, version, abilities: { ...before.abilities, takeBack: true } });
  const request = file('Lease', { version: 4, expirationDate: null });
  expect(isUndoableAfter(request)).toBe(true);
  for (const before of [
    { ...request, answer },
    { ...request, rejectedByUserId: 'd', rejectionReason: 'Page 2 is missing.' },
    { ...request, promisedDate: '2026-12-01' },
    { ...request, expirationDate: '2027-12-01' },
  ]) {
    expect(isUndoableAfter(before)).toBe(false);
  }
  // The request was changed before the answer, and this page did not show that change.
  expect(isUndoableAfter(request, 6)).toBe(false);
  const final = { ...request.abilities, takeBack: false };
  expect(isUndoable(request, { ...request, version: 5, abilities: final })).toBe(false);
});

it('shows the loans with something to send before those without, and says how many more there are', () => {
  const loan = (name: string, answered: number, approved: number, toReview = 0): LoanSummary =>
    ({
      id: name,
      name,
      packageTotals: {
        totalFiles: 5,
        totalAnsweredFiles: answered,
        totalApprovedFiles: approved,
        totalFilesToReview: toReview,
      },
    }) as LoanSummary;
  const paidOff = [loan('Oven', 5, 5), loan('Van', 5, 5), loan('Shop', 5, 3, 2)];
  const names = (loans: LoanSummary[], ...sentOn: string[]) => {
    const { shown, othersOpen } = loansWithTasks(loans, 3, new Set(sentOn));
    return [...shown.map(({ name }) => name), othersOpen];
  };
  const sentBack = loan('Deli', 5, 4);
  const started = loan('New bakery', 4, 4);
  expect(names([...paidOff, sentBack, started])).toEqual(['New bakery', 'Deli', 'Oven', 0]);
  const open = ['A', 'B', 'C', 'D', 'E'].map((name) => loan(name, 0, 0));
  expect(names([...paidOff, ...open])).toEqual(['A', 'B', 'C', 2]);
  expect(names([loan('Only', 5, 5)])).toEqual(['Only', 0]);
  // All requests of B were answered a moment ago: B keeps its place with the receipt, and the next loan is shown too.
  const [a, , ...rest] = open;
  const answeredLoan = loan('B', 5, 0, 5);
  expect(names([a!, answeredLoan, ...rest])).toEqual(['A', 'C', 'D', 1]);
  expect(names([a!, answeredLoan, ...rest], 'B')).toEqual(['A', 'B', 'C', 'D', 1]);
});
