import type { StoppedAddress } from '@cairn/contract';
import { expect, test } from 'vitest';
import { deliveryDetail, deliveryTitle, findStopped, stoppedSentence } from './deliveryText.ts';

const stopped: StoppedAddress = {
  deliveryId: 'd1',
  channel: 'EMAIL',
  address: 'Paul@Example.com',
  userId: null,
  cause: 'BOUNCED',
  reason: null,
  stoppedDate: '2026-11-13T12:00:00Z',
  phone: null,
};
const text: StoppedAddress = { ...stopped, channel: 'SMS', address: '•••• 0142', userId: 'u1' };

test('a topic is named, and one that is not known yet has a name too', () => {
  expect(deliveryTitle({ topic: 'MESSAGES' })).toBe('New message');
  expect(deliveryTitle({ topic: 'NEWER' })).toBe('Notification');
  expect(deliveryTitle({ topic: 'REMINDERS' })).toBe('Reminder of documents due');
});

test('what did not arrive says why; what did says nothing', () => {
  const email = { channel: 'EMAIL', reason: null } as const;
  expect(deliveryDetail({ ...email, state: 'DELIVERED' })).toBeUndefined();
  expect(deliveryDetail({ ...email, state: 'BOUNCED', reason: '550 5.1.1' })).toBe(
    'The address does not exist.',
  );
  expect(deliveryDetail({ ...email, state: 'BOUNCED' })).toBe(
    'The recipient’s provider did not accept it.',
  );
  expect(deliveryDetail({ ...email, state: 'STOPPED' })).toMatch(/^Not sent/);
});

test('a stopped email is that of the address a person has now, a stopped text that of the user', () => {
  const paul = { id: 'u1', emailAddress: 'paul@example.com' };
  expect(findStopped(paul, [stopped, text])).toEqual([stopped, text]);
  const moved = { id: 'u2', emailAddress: 'paul@coast.example' };
  expect(findStopped(moved, [stopped, text])).toEqual([]);
});

test('the notice names address, cause and day', () => {
  expect(stoppedSentence(stopped)).toBe('Email to Paul@Example.com bounced on Nov 13, 2026.');
  expect(stoppedSentence({ ...text, cause: 'COMPLAINED' })).toBe(
    'A text to •••• 0142 was reported as spam on Nov 13, 2026.',
  );
});
