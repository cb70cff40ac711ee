import { describe, expect, test } from 'vitest';
import {
  planReminders,
  type OpenRequest,
  type Recipient,
  type ReminderPolicy,
} from './plan-reminders.ts';

const POLICY: ReminderPolicy = {
  enabled: true,
  daysBefore: 1,
  everyDays: 4,
  maxReminders: 5,
  sendAt: '09:00',
  onWeekends: true,
  blackoutDays: [],
  quietHours: null,
};
const ELENA: Recipient = { accountId: 'elena', zone: 'America/Los_Angeles', lastDigestOn: null };
/** Wednesday. */
const DUE = '2026-11-18';

const request = (values: Partial<OpenRequest> = {}): OpenRequest => ({
  accountId: 'elena',
  elementId: 'tax-return',
  loanId: 'larkspur',
  dueDate: DUE,
  askedOn: '2026-11-02',
  sentCount: 0,
  lastSentOn: null,
  snoozedUntil: null,
  paused: false,
  ...values,
});
interface PlanOptions {
  policy?: Partial<ReminderPolicy>;
  now?: string;
  until?: string;
  recipient?: Partial<Recipient>;
}
const plan = (requests: OpenRequest[], options: PlanOptions = {}) => {
  const { now = '2026-11-10T12:00:00Z', until = '2027-01-31T00:00:00Z' } = options;
  return planReminders(
    requests,
    [{ ...ELENA, ...options.recipient }],
    { ...POLICY, ...options.policy },
    { now: new Date(now), until: new Date(until) },
  );
};
const daysOf = (...args: Parameters<typeof plan>): string[] => plan(...args).map(({ day }) => day);

describe('a request', () => {
  test('is due for the day before, the day, then every four days, five times at most', () => {
    expect(daysOf([request()])).toEqual([
      '2026-11-17',
      '2026-11-18',
      '2026-11-22',
      '2026-11-26',
      '2026-11-30',
    ]);
  });

  test('goes on where its reminders were stopped by a pause, four days apart again', () => {
    const overdue = request({ sentCount: 2, lastSentOn: '2026-11-18' });
    expect(daysOf([overdue], { now: '2026-12-10T12:00:00Z' })).toEqual([
      '2026-12-10',
      '2026-12-14',
      '2026-12-18',
    ]);
  });

  test('gets no reminder on the day it was requested or rejected', () => {
    expect(daysOf([request({ askedOn: '2026-11-17' })], { now: '2026-11-17T12:00:00Z' })[0]).toBe(
      '2026-11-18',
    );
  });

  test('gets none while it is paused, after the last one, or with reminders off', () => {
    expect(daysOf([request({ paused: true })])).toEqual([]);
    expect(daysOf([request({ sentCount: 5, lastSentOn: '2026-11-30' })])).toEqual([]);
    expect(daysOf([request()], { policy: { enabled: false } })).toEqual([]);
  });

  test('waits for the day until which it is snoozed', () => {
    const snoozed = request({ snoozedUntil: '2026-11-20' });
    expect(daysOf([snoozed]).slice(0, 2)).toEqual(['2026-11-20', '2026-11-24']);
  });

  test('keeps the due day after a reminder that was sent by hand early', () => {
    const early = request({ sentCount: 1, lastSentOn: '2026-11-09' });
    expect(daysOf([early]).slice(0, 2)).toEqual(['2026-11-17', '2026-11-18']);
  });
});

describe('days without reminders', () => {
  test('move the first reminder ahead of the due day and the others behind them', () => {
    // Due on a Monday, so the day before is a Sunday.
    const monday = request({ dueDate: '2026-11-23' });
    expect(daysOf([monday], { policy: { onWeekends: false } })).toEqual([
      '2026-11-20',
      '2026-11-23',
      '2026-11-27',
      '2026-12-01',
      '2026-12-07',
    ]);
  });

  test('can be named one by one', () => {
    const policy = { blackoutDays: ['2026-11-18', '2026-11-19', '2026-11-26'] };
    expect(daysOf([request()], { policy }).slice(0, 3)).toEqual([
      '2026-11-17',
      '2026-11-20',
      '2026-11-24',
    ]);
  });

  test('on all days send nothing, and end', () => {
    const blackoutDays = Array.from({ length: 400 }, (_, index) =>
      new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
    );
    expect(daysOf([request()], { policy: { blackoutDays } })).toEqual([]);
  });
});

describe('a person', () => {
  test('gets one digest a day with everything that is due that day', () => {
    const [first, second] = plan([
      request(),
      request({ elementId: 'lease' }),
      request({ elementId: 'license', dueDate: '2026-11-19', loanId: 'other' }),
    ]);
    expect(first!.requests.map(({ elementId }) => elementId)).toEqual(['tax-return', 'lease']);
    expect(second).toMatchObject({ day: '2026-11-18' });
    expect(second!.requests.map(({ elementId }) => elementId)).toEqual([
      'tax-return',
      'lease',
      'license',
    ]);
  });

  test('who had a digest today gets the next one tomorrow', () => {
    const today = { now: '2026-11-18T18:00:00Z', recipient: { lastDigestOn: '2026-11-18' } };
    expect(daysOf([request({ sentCount: 1, lastSentOn: '2026-11-17' })], today)[0]).toBe(
      '2026-11-19',
    );
  });

  test('is reminded at nine by their own clock, also on the day the clocks change', () => {
    const at = (zone: string, dueDate: string): string =>
      plan([request({ dueDate })], {
        policy: { daysBefore: 0 },
        recipient: { zone },
      })[0]!.at.toISOString();
    expect(at('America/Los_Angeles', DUE)).toBe('2026-11-18T17:00:00.000Z');
    expect(at('America/New_York', DUE)).toBe('2026-11-18T14:00:00.000Z');
    expect(at('Asia/Kolkata', DUE)).toBe('2026-11-18T03:30:00.000Z');
    const [spring] = plan([request({ dueDate: '2027-03-14' })], {
      policy: { daysBefore: 0 },
      until: '2027-04-01T00:00:00Z',
      recipient: { zone: 'America/New_York' },
    });
    expect(spring!.at.toISOString()).toBe('2027-03-14T13:00:00.000Z');
  });

  test('is not woken: quiet hours move a digest to their end', () => {
    const quietHours = { from: '18:00', until: '10:30' };
    const [first] = plan([request()], { policy: { quietHours } });
    expect(first!.at.toISOString()).toBe('2026-11-17T18:30:00.000Z');
  });

  test('gets what became due late in the evening the next morning', () => {
    // 9 PM in Los Angeles on the due day.
    const [first] = plan([request()], { now: '2026-11-19T05:00:00Z' });
    expect(first!.at.toISOString()).toBe('2026-11-19T17:00:00.000Z');
  });

  test('gets a digest that was missed in the morning as soon as possible on the same day', () => {
    const now = '2026-11-18T22:10:00Z';
    expect(plan([request()], { now })[0]!.at.toISOString()).toBe(new Date(now).toISOString());
  });
});
