import type { Delivery } from '@cairn/contract';
import { expect, test } from 'vitest';
import { newestStopped } from './newestStopped.ts';

const user = (id: string): Delivery['user'] => ({
  id,
  givenName: 'Elena',
  familyName: 'Marsh',
  emailAddress: 'elena@example.com',
});
const row = (id: string, over: Partial<Delivery>): Delivery => ({
  id,
  channel: 'EMAIL',
  user: user('u1'),
  address: 'elena@example.com',
  topic: 'REQUESTS',
  state: 'BOUNCED',
  reason: null,
  createdDate: '2026-11-13T12:00:00Z',
  stateDate: '2026-11-13T12:00:00Z',
  stopped: 'BOUNCED',
  isCurrent: true,
  ...over,
});

test('an email address is one however it is written, and whether invited or joined', () => {
  const rows = [
    row('new', { address: 'Elena@Example.com' }),
    row('old', { user: user('invitation') }),
    row('fine', { address: 'paul@example.com', stopped: null }),
  ];
  expect([...newestStopped(rows)]).toEqual(['new']);
});

test('numbers of two people that end alike are two', () => {
  const text = { channel: 'SMS', address: '•••• 0142' } as const;
  const rows = [row('new', text), row('other', { ...text, user: user('u2') }), row('old', text)];
  expect([...newestStopped(rows)].toSorted()).toEqual(['new', 'other']);
});

test('a number that its owner changed since is not tried again', () => {
  const text = { channel: 'SMS', address: '•••• 0142', isCurrent: false } as const;
  expect([...newestStopped([row('former', text)])]).toEqual([]);
});
