import type { Element } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import { tasksOf } from './tasks.ts';
import { overviewView } from './viewChoice.ts';

const clean = { virusScanState: 'CLEAN' };
const answer = { document: clean, inProgress: false } as Element['answer'];

const request = (id: string, over: Partial<Element> = {}): Element =>
  ({
    id,
    elementId: id,
    storageType: 'FILE',
    flags: [],
    answer: null,
    approvedByUserId: null,
    rejectedByUserId: null,
    status: null,
    ...over,
  }) as Element;

const elements = [
  request('folder', { storageType: 'FOLDER' }),
  request('asked'),
  request('came', { answer }),
  request('begun', { answer: { ...answer, inProgress: true } as Element['answer'] }),
  request('sent back', { answer, rejectedByUserId: 'u' }),
  request('expired', { answer, approvedByUserId: 'u', status: 'EXPIRED' }),
  request('approved', { answer, approvedByUserId: 'u' }),
  request('link', { elementId: 'came', answer }),
];
const told = (asBorrower: boolean) =>
  tasksOf(elements, asBorrower).map(({ title, tasks }) => [title, tasks.map(({ id }) => id)]);

describe('what waits for whom', () => {
  it('is, for a lender, what came, what went back, and what the borrower still has', () => {
    expect(told(false)).toEqual([
      ['Accept', ['came']],
      ['Needs Attention', ['sent back', 'expired']],
      ['Upload', ['asked', 'begun']],
    ]);
  });

  it('is, for a borrower, what went back, what is asked, and what is with the lender', () => {
    expect(told(true)).toEqual([
      ['Needs Attention', ['sent back', 'expired']],
      ['Upload', ['asked', 'begun']],
      ['Submitted', ['came']],
    ]);
  });

  it('is nothing where all is there and approved', () => {
    expect(tasksOf([request('done', { answer, approvedByUserId: 'u' })], false)).toEqual([]);
  });
});

it('the overview opens with the tasks [R042]', () => {
  expect(overviewView.get()).toBe('tasks');
});
