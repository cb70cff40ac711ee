import type { Element } from '@cairn/contract';
import { expect, it } from 'vitest';
import { tasksOf } from '../home/tasks.ts';
import { choicesOf } from './choices.ts';

const item = (id: string, over: Partial<Element>): Element =>
  ({
    ...{ id, elementId: id, parentId: null, title: id, storageType: 'FILE', flags: [] },
    ...{ answer: null, approvedByUserId: null, rejectedByUserId: null, questionType: null },
    ...{ assignedToUserId: null, assignedToInvitationId: null, priorityType: 'MEDIUM' },
    ...{ sherpaEntityId: null, sherpaEntityType: null, dueDate: null, promisedDate: null },
    abilities: { answer: true },
    ...over,
  }) as Element;
const business = (name: string): Element =>
  item(`folder of ${name}`, {
    ...{ storageType: 'FOLDER', title: name, sherpaEntityId: name, sherpaEntityType: 'COMPANY' },
  });
const taxReturn = (name: string): Element =>
  item(`return of ${name}`, {
    ...{ title: '2025 tax return', parentId: `folder of ${name}`, sherpaEntityId: name },
  });

it('says of which business a shared file is, where two are asked for the same', () => {
  const elements = [
    ...['Bakery', 'Mill'].flatMap((name) => [business(name), taxReturn(name)]),
    item('Lease', {}),
    item('Do you rent?', { questionType: 'YES_NO' }),
  ];
  const choices = choicesOf([
    { loan: { id: 'loan', name: 'Larkspur' }, tasks: tasksOf(elements, 'elena') },
  ]);
  expect(choices.map(({ label, note }) => [label, note])).toEqual([
    ['2025 tax return', 'Bakery, Larkspur'],
    ['2025 tax return', 'Mill, Larkspur'],
    ['Lease', 'Larkspur'],
    ['Not sure', 'Send it to Larkspur anyway, we’ll sort it'],
  ]);
});
