import type { ReminderPolicy } from '@cairn/contract';
import { expect, test } from 'vitest';
import { changesIn, fieldsOf, withDay } from './reminderForm.ts';

const policy: ReminderPolicy = {
  enabled: false,
  dueDays: null,
  daysBefore: 1,
  everyDays: 4,
  maxReminders: 5,
  sendAt: '09:00',
  onWeekends: false,
  blackoutDays: ['2026-12-25'],
  abilities: { edit: true },
};

test('only what was changed is sent', () => {
  expect(changesIn(fieldsOf(policy), policy)).toEqual({});
  const fields = { ...fieldsOf(policy), enabled: true, everyDays: '3', dueDays: '14' };
  expect(changesIn(fields, policy)).toEqual({ enabled: true, everyDays: 3, dueDays: 14 });
  const cleared = { ...fieldsOf(policy), blackoutDays: [], dueDays: '' };
  expect(changesIn(cleared, { ...policy, dueDays: 10 })).toEqual({
    blackoutDays: [],
    dueDays: null,
  });
});

test('text in place of a number is sent on to the rules, never left out', () => {
  expect(changesIn({ ...fieldsOf(policy), everyDays: 'often' }, policy)).toEqual({
    everyDays: Number.NaN,
  });
});

test('a day without reminders is listed once, in order', () => {
  expect(withDay(['2026-12-25'], '2026-11-26')).toEqual(['2026-11-26', '2026-12-25']);
  expect(withDay(['2026-12-25'], '2026-12-25')).toEqual(['2026-12-25']);
});
