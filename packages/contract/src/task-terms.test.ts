import { describe, expect, it } from 'vitest';
import type { Element } from './elements.ts';
import {
  ANYBODY,
  isWithBorrower,
  TASK_LABELS,
  TASK_TITLES,
  taskGroupsOf,
  taskTypesOf,
  type TaskType,
  titleOf,
  waitsOnViewer,
} from './task-terms.ts';

const clean = { document: { virusScanState: 'CLEAN' }, inProgress: false } as Element['answer'];
const answerOf = (over: object) => ({ ...clean, ...over }) as Element['answer'];

/** The abilities of a lender on the loan; a borrower can answer requests but not decide about answers. */
const LENDS = { answer: true, decide: true, assign: true } as Element['abilities'];
const BRINGS = { answer: true, decide: false, assign: false } as Element['abilities'];
const READS = { answer: false, decide: false, assign: false } as Element['abilities'];

function request(id: string, over: Partial<Element> = {}): Element {
  return {
    id,
    elementId: id,
    parentId: 'root',
    storageType: 'FILE',
    title: id,
    flags: [],
    hidden: false,
    heldUntil: null,
    sbaTab: null,
    answer: null,
    status: null,
    dueDate: null,
    assignedToUserId: null,
    assignedToInvitationId: null,
    sherpaEntityId: null,
    approvedByUserId: null,
    rejectedByUserId: null,
    abilities: LENDS,
    ...over,
  } as Element;
}

const dana = { userId: 'dana', asLender: true };
const elena = { userId: 'elena', asLender: false };
const types = (over: Partial<Element>) => taskTypesOf(request('x', over));
/** Titles of the documents of all tasks, by person and type. */
const titlesOf = (elements: Element[], viewer: typeof dana) =>
  Object.fromEntries(
    Object.entries(taskGroupsOf(elements, viewer)).map(([user, byType]) => [
      user,
      Object.fromEntries(
        Object.entries(byType).map(([type, { forMe }]) => [type, forMe.map(({ id }) => id)]),
      ),
    ]),
  );

describe('the names of tasks', () => {
  it.each<[string, TaskType, string, string]>([
    ['[R171]', 'AssignSigneeTask', 'assignSignee', 'Assign'],
    ['[R172]', 'AssignQuestionTask', 'assignQuestion', 'Assign'],
    ['[R173]', 'NeedsAttentionTask', 'needsAttention', 'Needs Attention'],
    ['[R174]', 'FillTask', 'fillAndSign', 'Fill & Sign'],
    ['[R175]', 'ShoeBoxTask', 'shoeBox', 'Categorize'],
    ['[R176]', 'ApproveAnswerTask', 'accept', 'Accept'],
    ['[R177]', 'FillFormTask', 'fillForm', 'Fill & Sign'],
    ['[R178]', 'AnswerQuestionTask', 'upload', 'Upload'],
    ['[R179]', 'NotaryTask', 'notary', 'Notary'],
    ['[R180]', 'WetSignatureTask', 'wetSignature', 'Wet Signature'],
  ])('%s %s is %s, shown as %s [R322]', (_rule, type, title, label) => {
    expect([titleOf(type), TASK_TITLES[type]]).toEqual([title, title]);
    expect(TASK_LABELS[TASK_TITLES[type]]).toBe(label);
  });

  it('of the second list are understood, and none else [R181]', () => {
    expect(
      ['AssignSigneeDocumentTask', 'FillDocumentTask', 'FillDocumentTaskDto', 'SignTask'].map(
        titleOf,
      ),
    ).toEqual(['assignSignee', 'fillAndSign', 'fillAndSign', 'fillAndSign']);
    expect([titleOf('constructor'), titleOf('upload')]).toEqual([undefined, undefined]);
  });
});

describe('task types of a request', () => {
  const mine = { assignedToUserId: 'elena' };

  it('is to bring it, in the way its flags say [R174] [R177] [R178] [R179] [R180] [R187]', () => {
    expect(types(mine)).toEqual(['AnswerQuestionTask']);
    expect(types({ ...mine, flags: ['FILLABLE_FORM'] })).toEqual(['FillFormTask']);
    expect(types({ ...mine, flags: ['FILLABLE_FORM', 'SIGNATURE_REQUIRED'] })).toEqual([
      'FillTask',
    ]);
    expect(types({ ...mine, flags: ['NEEDS_SIGNATURE'] })).toEqual(['FillTask']);
    expect(types({ ...mine, flags: ['SIGNATURE_REQUIRED'] })).toEqual(['FillTask']);
    expect(types({ ...mine, flags: ['NEEDS_WET_SIG'] })).toEqual(['WetSignatureTask']);
    expect(types({ ...mine, flags: ['NEEDS_NOTARY', 'NEEDS_SIGNATURE'] })).toEqual(['NotaryTask']);
    expect(types({ ...mine, answer: answerOf({ inProgress: true }) })).toEqual([
      'AnswerQuestionTask',
    ]);
    const infected = answerOf({ document: { virusScanState: 'INFECTED' } });
    expect(types({ ...mine, answer: infected })).toEqual(['AnswerQuestionTask']);
  });

  it('is to send another file, where nothing in the one that came can be read', () => {
    for (const contentState of ['DAMAGED', 'EMPTY', 'PASSWORD']) {
      const unreadable = answerOf({ document: { virusScanState: 'CLEAN', contentState } });
      // The lender still decides about an unreadable file, because it may be sufficient.
      expect(types({ ...mine, answer: unreadable })).toEqual([
        'ApproveAnswerTask',
        'AnswerQuestionTask',
      ]);
      expect(isWithBorrower(request('x', { ...mine, answer: unreadable }))).toBe(true);
      const approved = { ...mine, answer: unreadable, approvedByUserId: 'dana' };
      expect(isWithBorrower(request('x', approved))).toBe(false);
    }
    const large = answerOf({ document: { virusScanState: 'CLEAN', contentState: 'TOO_LARGE' } });
    expect(types({ ...mine, answer: large })).toEqual(['ApproveAnswerTask']);
  });

  it('asks for an assignee where a missing document has none [R172]', () => {
    expect(types({})).toEqual(['AnswerQuestionTask', 'AssignQuestionTask']);
    expect(types({ answer: clean })).not.toContain('AssignQuestionTask');
  });

  it('of a request to sign without an assignee is to sign it and to assign it, and no second list has it [R171]', () => {
    for (const flag of ['SIGNATURE_REQUIRED', 'NEEDS_SIGNATURE']) {
      expect(types({ flags: [flag] })).toEqual(['FillTask', 'AssignQuestionTask']);
    }
  });

  it('is to look at it again, where it was sent back or ran out [R173]', () => {
    const back = { ...mine, answer: clean, rejectedByUserId: 'dana' };
    expect(types(back)).toEqual(['NeedsAttentionTask']);
    expect(types({ ...back, flags: ['NEEDS_NOTARY'] })).toEqual(['NeedsAttentionTask']);
    const expired = {
      ...mine,
      answer: clean,
      approvedByUserId: 'dana',
      status: 'EXPIRED' as const,
    };
    expect(types(expired)).toEqual(['NeedsAttentionTask']);
  });

  it('is to decide about the file that came, and nothing about an answer without one [R176]', () => {
    expect(types({ ...mine, answer: clean })).toEqual(['ApproveAnswerTask']);
    const answer = { document: null, value: 'Yes', inProgress: false } as unknown;
    expect(types({ ...mine, answer: answer as Element['answer'] })).toEqual([]);
    expect(types({ ...mine, answer: clean, approvedByUserId: 'dana' })).toEqual([]);
  });

  it('stays with who brought it until it is accepted, where a flag says so [R187]', () => {
    const flags = ['INCLUDE_ANSWERED_UNACCEPTED_IN_TASK'];
    expect(types({ ...mine, answer: clean, flags })).toEqual([
      'ApproveAnswerTask',
      'AnswerQuestionTask',
    ]);
    expect(types({ ...mine, answer: clean, flags, approvedByUserId: 'dana' })).toEqual([]);
  });
});

describe('task groups', () => {
  const PACKAGE = [
    request('root', { storageType: 'FOLDER', parentId: null }),
    request('asked'),
    request('elenas', { assignedToUserId: 'elena' }),
    request('came', { answer: clean, assignedToUserId: 'elena' }),
    request('back', { answer: clean, rejectedByUserId: 'dana', assignedToUserId: 'jonas' }),
    request('memo', { hidden: true, assignedToUserId: 'dana' }),
    request('rating', { hidden: true }),
    request('link', { elementId: 'came', answer: clean }),
    request('gone', { status: 'TRASHED' }),
  ];

  it('are keyed by user and type, each with forMe tasks and a count [R170]', () => {
    expect(titlesOf(PACKAGE, dana)).toEqual({
      dana: {
        ApproveAnswerTask: ['came'],
        AnswerQuestionTask: ['memo', 'rating'],
        AssignQuestionTask: ['asked', 'rating'],
      },
      elena: { AnswerQuestionTask: ['elenas'] },
      jonas: { NeedsAttentionTask: ['back'] },
      [ANYBODY]: { AnswerQuestionTask: ['asked'] },
    });
    expect(taskGroupsOf(PACKAGE, dana)['dana']?.AnswerQuestionTask).toMatchObject({
      title: 'upload',
      count: 2,
    });
  });

  it('show the assign-question task as one, however many documents there are [R182]', () => {
    const { AssignQuestionTask: assign } = taskGroupsOf(PACKAGE, dana)['dana']!;
    expect([assign?.forMe.length, assign?.count]).toEqual([2, 1]);
  });

  it('lists for a borrower their own tasks and the unassigned ones', () => {
    const borrowerView = PACKAGE.filter(({ hidden }) => !hidden).map((each) => ({
      ...each,
      abilities: BRINGS,
    }));
    expect(titlesOf(borrowerView, elena)).toEqual({
      elena: { AnswerQuestionTask: ['asked', 'elenas'] },
    });
    expect(titlesOf(borrowerView, { userId: 'jonas', asLender: false })).toEqual({
      jonas: { NeedsAttentionTask: ['back'], AnswerQuestionTask: ['asked'] },
    });
  });

  it('leaves what was handed to an invited person with them, before they accept too', () => {
    const handed = { assignedToInvitationId: 'ruths' };
    const theirs = request('return', { ...handed, abilities: BRINGS });
    expect(titlesOf([theirs], elena)).toEqual({});
    expect(waitsOnViewer(theirs, elena)).toBe(false);
    // The request is assigned, so there is no task to assign it.
    expect(titlesOf([request('return', handed)], dana)).toEqual({
      [ANYBODY]: { AnswerQuestionTask: ['return'] },
    });
  });

  it('lists no tasks for a user who can only view', () => {
    const readOnly = PACKAGE.map((each) => ({ ...each, abilities: READS }));
    expect(titlesOf(readOnly, dana)['dana']).toEqual({ AnswerQuestionTask: ['memo'] });
    expect(titlesOf(readOnly, dana)[ANYBODY]).toMatchObject({ ApproveAnswerTask: ['came'] });
    expect(titlesOf(readOnly, { userId: 'guest', asLender: false })).toEqual({});
  });

  it('have first what is due first, and say about whom it is', () => {
    const folder = { storageType: 'FOLDER' as const };
    const elements = [
      request('bakery', { ...folder, sherpaEntityId: 'e1', title: 'Larkspur Bakery LLC' }),
      request('taxes', { ...folder, parentId: 'bakery' }),
      request('return', { parentId: 'taxes' }),
      request('lease', { dueDate: '2026-11-20', sherpaEntityId: 'e1' }),
      request('plan', { dueDate: '2026-11-18' }),
    ];
    const { AnswerQuestionTask: unassigned } = taskGroupsOf(elements, dana)[ANYBODY]!;
    expect(unassigned?.forMe.map(({ id, entityName }) => [id, entityName])).toEqual([
      ['plan', null],
      ['lease', 'Larkspur Bakery LLC'],
      ['return', 'Larkspur Bakery LLC'],
    ]);
  });

  it('are none of a request that is held, and it is not with the borrower', () => {
    const heldRequest = request('note', { heldUntil: 'CLOSING', hidden: true });
    expect(taskTypesOf(heldRequest)).toEqual([]);
    expect([heldRequest, request('lease')].map(isWithBorrower)).toEqual([false, true]);
  });

  it('say of a document whether it waits on the person looking', () => {
    const waiting = (viewer: typeof dana) =>
      PACKAGE.filter((each) => waitsOnViewer(each, viewer)).map(({ id }) => id);
    expect(waiting(dana)).toEqual(['came', 'memo', 'rating']);
    expect(waiting({ userId: 'jonas', asLender: true })).toEqual(['came', 'back', 'rating']);
  });
});
