import type { PlannedReminder } from '@cairn/contract';
import { expect, test } from 'vitest';
import {
  addDays,
  channelWords,
  dayHeading,
  deliveryOf,
  openWords,
  policyWords,
  remindersByDay,
  reminderTitle,
  timeFor,
  titlesInLine,
} from './reminderText.ts';

const planned = (day: string, ...due: [title: string, dueDate: string][]): PlannedReminder => ({
  userId: 'elena',
  day,
  sendAt: `${day}T14:00:00Z`,
  requests: due.map(([title, dueDate]) => ({ id: title, title, dueDate })),
});

test('a reminder is titled as the email that the person gets', () => {
  expect(reminderTitle(planned('2026-11-17', ['Lease', '2026-11-18']))).toBe(
    'Lease is due tomorrow',
  );
  expect(reminderTitle(planned('2026-11-17', ['Lease', '2026-11-20']))).toBe('Lease is due Friday');
  expect(reminderTitle(planned('2026-11-17', ['A', '2026-11-17'], ['B', '2026-11-17']))).toBe(
    '2 documents are due today',
  );
  expect(reminderTitle(planned('2026-11-17', ['A', '2026-11-10'], ['B', '2026-11-18']))).toBe(
    '2 documents are due',
  );
});

test('titles are named as far as there is room', () => {
  expect(titlesInLine(['Deed'], 1)).toBe('Deed');
  expect(titlesInLine(['Deed', 'Lease'], 2)).toBe('Deed, Lease');
  expect(titlesInLine(['Deed', 'Lease', 'Note'], 5)).toBe('Deed, Lease and 3 more');
});

test('the time is the recipient’s', () => {
  expect(timeFor('2026-11-17T14:00:00Z', 'America/New_York')).toBe('9:00 AM EST');
  expect(timeFor('2026-11-17T17:00:00Z', 'America/Los_Angeles')).toBe('9:00 AM PST');
});

test('days are in order, today and tomorrow by their names', () => {
  const next = [planned('2026-11-19'), planned('2026-11-17'), planned('2026-11-19')];
  expect(remindersByDay(next).map(([day, list]) => [day, list.length])).toEqual([
    ['2026-11-17', 1],
    ['2026-11-19', 2],
  ]);
  const now = new Date('2026-11-17T15:00:00Z');
  expect(['2026-11-17', '2026-11-18', '2026-11-20'].map((day) => dayHeading(day, now))).toEqual([
    'Today',
    'Tomorrow',
    'Friday',
  ]);
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
});

test('channels and open documents in a few words', () => {
  expect(channelWords({ email: true, sms: true })).toBe('Email and text');
  expect(channelWords({ email: false, sms: false })).toBe('Bell only');
  expect(openWords({ open: 0, overdue: 0 })).toBe('Nothing to send');
  expect(openWords({ open: 3, overdue: 1 })).toBe('3 open documents, 1 overdue');
});

test('a policy reads as sentences', () => {
  const policy = {
    enabled: true,
    dueDays: null,
    daysBefore: 1,
    everyDays: 4,
    maxReminders: 5,
    sendAt: '09:00',
    onWeekends: false,
    blackoutDays: ['2026-12-25'],
  };
  expect(policyWords(policy)).toEqual([
    ['Due soon', '1 day before, and on the due date'],
    ['Overdue', 'Every 4 days, 5 reminders per document at most'],
    ['Time', '9:00 AM in each person’s time zone'],
    ['Days', 'Monday to Friday, except 1 day'],
  ]);
});

test('a reminder that left by one channel was sent', () => {
  expect(deliveryOf({ email: 'NOT_NEEDED', sms: 'SENT' })).toBe('SENT');
  expect(deliveryOf({ email: 'WAITING', sms: null })).toBe('WAITING');
  expect(deliveryOf({ email: null, sms: null })).toBeNull();
  // A delivered text makes up for a bounced email; a text that was not needed does not.
  expect(deliveryOf({ email: 'BOUNCED', sms: 'DELIVERED' })).toBe('DELIVERED');
  expect(deliveryOf({ email: 'BOUNCED', sms: 'NOT_NEEDED' })).toBe('BOUNCED');
});
