import type { Element, TaskGroups } from '@cairn/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { reportFailure } from '../../lib/failures.ts';
import { waitingToasts } from '../../lib/toast.ts';
import { isTaskTitle, overviewSections, sectionsOf } from './sections.ts';
import { logFailure } from './useTasks.ts';

const answer = { document: { virusScanState: 'CLEAN' }, inProgress: false } as Element['answer'];

const request = (id: string, over: Partial<Element> = {}): Element =>
  ({
    id,
    elementId: id,
    storageType: 'FILE',
    flags: [],
    answer: null,
    hidden: false,
    heldUntil: null,
    sbaTab: null,
    dueDate: null,
    assignedToUserId: 'elena',
    assignedToInvitationId: null,
    approvedByUserId: null,
    rejectedByUserId: null,
    sherpaEntityId: null,
    status: null,
    abilities: { answer: true, decide: true },
    ...over,
  }) as Element;

const elements = [
  request('folder', { storageType: 'FOLDER' }),
  request('asked'),
  request('nobodys', { assignedToUserId: null }),
  request('came', { answer }),
  request('begun', { answer: { ...answer, inProgress: true } as Element['answer'] }),
  request('sent back', { answer, rejectedByUserId: 'u' }),
  request('expired', { answer, approvedByUserId: 'u', status: 'EXPIRED' }),
  request('approved', { answer, approvedByUserId: 'u' }),
  request('link', { elementId: 'came', answer }),
];
const asBorrower = elements.map((each) => ({
  ...each,
  abilities: { ...each.abilities, decide: false },
}));
const labelsOf = (sections: ReturnType<typeof sectionsOf>) =>
  sections.map(({ label, tasks }) => [label, tasks.map(({ id }) => id)]);

describe('what waits for whom in the overview', () => {
  it('is, for a lender, both sides, in the order of the work [R322]', () => {
    const { sections, submitted } = overviewSections(elements, { userId: 'dana', asLender: true });
    expect(labelsOf(sections)).toEqual([
      ['Accept', ['came']],
      ['Needs Attention', ['sent back', 'expired']],
      ['Assign', ['nobodys']],
      ['Upload', ['asked', 'begun', 'nobodys']],
    ]);
    expect(submitted).toEqual([]);
  });

  it('lists for a borrower rejected, open and submitted requests, in this order', () => {
    const { sections, submitted } = overviewSections(asBorrower, {
      userId: 'elena',
      asLender: false,
    });
    expect(labelsOf(sections)).toEqual([
      ['Needs Attention', ['sent back', 'expired']],
      ['Upload', ['asked', 'nobodys', 'begun']],
    ]);
    expect(submitted.map(({ id }) => id)).toEqual(['came']);
  });

  it('asks a borrower again for a file that cannot be read, and lists it nowhere else', () => {
    const unreadable = {
      ...answer!,
      document: { virusScanState: 'CLEAN', contentState: 'DAMAGED' },
    } as Element['answer'];
    const bringing = { answer: true, decide: false } as Element['abilities'];
    const requests = [
      request('damaged', { answer: unreadable, assignedToUserId: 'elena', abilities: bringing }),
    ];
    const { sections, submitted } = overviewSections(requests, {
      userId: 'elena',
      asLender: false,
    });
    expect(labelsOf(sections)).toEqual([['Upload', ['damaged']]]);
    expect(submitted).toEqual([]);
  });

  it('is nothing where all is there and approved', () => {
    const approvedRequests = [request('done', { answer, approvedByUserId: 'u' })];
    expect(overviewSections(approvedRequests, { userId: 'dana', asLender: true }).sections).toEqual(
      [],
    );
  });
});

describe('the sections of a page', () => {
  const task = (id: string) => ({ id, dueDate: null }) as never;
  const groups: TaskGroups = {
    dana: {
      ApproveAnswerTask: { title: 'accept', forMe: [task('a')], count: 1 },
      AssignQuestionTask: { title: 'assignQuestion', forMe: [task('b'), task('c')], count: 1 },
    },
    elena: { AnswerQuestionTask: { title: 'upload', forMe: [task('d')], count: 1 } },
    ANYBODY: { AnswerQuestionTask: { title: 'upload', forMe: [task('b')], count: 1 } },
  };

  it('are one’s own, or everybody’s', () => {
    expect(labelsOf(sectionsOf(groups, 'me', 'dana'))).toEqual([
      ['Accept', ['a']],
      ['Assign', ['b', 'c']],
    ]);
    expect(labelsOf(sectionsOf(groups, 'everyone', 'dana')).at(-1)).toEqual(['Upload', ['d', 'b']]);
    expect(sectionsOf(groups, 'me', 'another-user')).toEqual([]);
  });

  it('count assigning as one and say of how many documents it is [R182]', () => {
    const assign = sectionsOf(groups, 'me', 'dana')[1];
    expect([assign?.count, assign?.note]).toEqual([1, '2 documents have no assignee yet']);
  });

  it('understand the second list of names [R181]', () => {
    const old = { dana: { SignTask: { title: 'fillAndSign', forMe: [task('s')], count: 1 } } };
    expect(labelsOf(sectionsOf(old as TaskGroups, 'me', 'dana'))).toEqual([['Fill & Sign', ['s']]]);
  });

  it('have an address each, and nothing else has one', () => {
    expect(['accept', 'wetSignature', 'toString'].map(isTaskTitle)).toEqual([true, true, false]);
  });
});

it('a failure to load tasks is logged, and raises no toast [R183]', () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => log.mockRestore());
  reportFailure(new CallError(500, { message: 'Down.' }), calls.getConsolidatedTasks, logFailure);
  expect(log).toHaveBeenCalledWith('the tasks could not be loaded: 500 Down.');
  expect(waitingToasts.get()).toEqual([]);
});
