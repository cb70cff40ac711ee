import type { Element } from '@cairn/contract';
import { expect, it } from 'vitest';
import { greeting, headline, tasksOf } from './tasks.ts';

function file(title: string, over: Partial<Element> = {}): Element {
  return {
    id: title,
    title,
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

it('asks first for what was sent back, and not for what is somebody else’s', () => {
  const tasks = tasksOf([
    file('K-1'),
    file('Lease', { answer, rejectedByUserId: 'd' }),
    file('Return', { answer }),
    file('Deed', { answer, approvedByUserId: 'd' }),
    file('Theirs', { abilities: { answer: false } as Element['abilities'] }),
    file('Folder', { storageType: 'FOLDER' }),
  ]);
  expect(tasks.todo.map(({ title }) => title)).toEqual(['Lease', 'K-1']);
  expect(tasks).toMatchObject({ sent: 1, approved: 1 });
});

it('says how much is left, once it is known', () => {
  expect(headline('Elena', 5)).toBe('Elena, 5 things left to do');
  expect(headline('Elena', 1)).toBe('Elena, 1 thing left to do');
  expect(headline('Elena', 0)).toBe('Elena, you’re all caught up');
  expect(headline(null, 0)).toBe('You’re all caught up');
  expect(headline('Elena', null)).toBe('Hello, Elena');
});

it('greets by the hour', () => {
  expect(greeting('Dana', 8)).toBe('Good morning, Dana');
  expect(greeting('Dana', 12)).toBe('Good afternoon, Dana');
  expect(greeting(null, 22)).toBe('Good evening');
});
