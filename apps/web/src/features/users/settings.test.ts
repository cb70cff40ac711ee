import { settings as rulesOf } from '@cairn/contract/users';
import type { UserSettings } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  encodePreference,
  hiddenPhases,
  hideFiles,
  readPreference,
  treeDepth,
} from '../../lib/preferences.ts';
import { shownVersion, switchesFor, takenBack } from './settings.ts';

describe('a preference', () => {
  it('is written as URL-encoded JSON and read back [R168]', () => {
    expect(encodePreference(['a b', 'ü'])).toBe('%5B%22a%20b%22%2C%22%C3%BC%22%5D');
    expect(readPreference(hiddenPhases, encodePreference(['a b', 'ü']))).toEqual(['a b', 'ü']);
  });

  it('has its default until chosen: depth 2, files hidden, all phases [R047] [R048] [R049]', () => {
    expect(readPreference(treeDepth, null)).toBe(2);
    expect(readPreference(hideFiles, undefined)).toBe(true);
    expect(readPreference(hiddenPhases, null)).toEqual([]);
  });

  it('falls back where what was kept makes no sense', () => {
    expect(readPreference(treeDepth, '99')).toBe(2);
    expect(readPreference(hiddenPhases, '%7B%7D')).toEqual([]);
    expect(readPreference(hideFiles, '%')).toBe(true);
  });
});

describe('the settings', () => {
  const settings: UserSettings = {
    sendEmailAddRemoveUser: true,
    sendEmailAppMessage: true,
    sendEmailLoanStatus: true,
    sendTextAddRemoveUser: true,
    sendTextAppMessage: true,
    sendTextLoanStatus: true,
    sendEmailRequests: true,
    sendEmailReviews: true,
    sendEmailUploads: true,
    sendTextRequests: true,
    sendTextReviews: true,
    sendTextUploads: false,
    bellAddRemoveUser: true,
    bellAppMessage: true,
    bellLoanStatus: true,
    bellRequests: true,
    bellReviews: true,
    bellUploads: true,
    bellExports: true,
    emailFrequency: 'AT_ONCE',
    digestWeekday: 1,
    digestTime: '08:00',
    quietFrom: null,
    quietUntil: null,
    agreedToTOS: false,
    timezoneId: null,
    keyPreferences: {},
  };

  const fieldsFor = (isLender: boolean) =>
    switchesFor({ isLender }).flatMap(({ switches }) => switches.map(({ field }) => field));

  it('have the six switches of the specification for everyone [R164]', () => {
    for (const isLender of [true, false]) {
      expect(fieldsFor(isLender)).toEqual(
        expect.arrayContaining([
          'sendEmailAddRemoveUser',
          'sendEmailAppMessage',
          'sendEmailLoanStatus',
          'sendTextAddRemoveUser',
          'sendTextAppMessage',
          'sendTextLoanStatus',
        ]),
      );
    }
  });

  it('have a switch for each channel and topic of the reader’s side of the loan', () => {
    expect(fieldsFor(true)).toHaveLength(13);
    expect(fieldsFor(true)).toContain('bellUploads');
    expect(fieldsFor(true)).not.toContain('sendEmailRequests');
    expect(fieldsFor(false)).toHaveLength(16);
    expect(fieldsFor(false)).toContain('sendTextReviews');
    expect(fieldsFor(false)).not.toContain('bellUploads');
  });

  it('have a switch for downloads in the bell alone', () => {
    for (const isLender of [true, false]) {
      expect(fieldsFor(isLender)).toContain('bellExports');
      expect(fieldsFor(isLender)).not.toContain('sendEmailExports');
    }
  });

  it('take back only what failed [R167]', () => {
    const now = { ...settings, sendEmailAppMessage: false, sendTextAppMessage: false };
    expect(takenBack(now, settings, ['sendEmailAppMessage'])).toEqual({
      ...settings,
      sendTextAppMessage: false,
    });
  });
});

describe('the profile', () => {
  const check = rulesOf.updateOwnProfile.body;
  const errors = (change: object) =>
    Object.fromEntries(
      (
        check?.safeParse({ givenName: 'A', familyName: 'B', phone: '', ...change }).error?.issues ??
        []
      ).map(({ path, message }) => [path.join('.'), message]),
    );

  it('needs both names, not too long [R265] [R266]', () => {
    expect(errors({ givenName: '', familyName: 'x'.repeat(256) })).toEqual({
      givenName: 'Required',
      familyName: 'Must be at most 255 characters',
    });
    expect(errors({ familyName: 'x'.repeat(255) })).toEqual({});
  });

  it('takes phone numbers with prefix and separators, or none [R270]', () => {
    for (const phone of ['', '5550100199', '(555) 010-0199', '+1 555.010.0199', '555 010 0199']) {
      expect(errors({ phone })).toEqual({});
    }
    for (const phone of ['555-0100', 'phone', '555-010-019', '+1234 555 010 0199']) {
      expect(errors({ phone })).toEqual({ phone: 'Enter a phone number, like 555-010-0199' });
    }
  });
});

it('shows the version up to the first dash, else unknown [R199]', () => {
  expect(shownVersion('0.4.1-dev-3')).toBe('0.4.1');
  expect(shownVersion('0.4.1')).toBe('0.4.1');
  expect(shownVersion('-dev')).toBe('unknown');
  expect(shownVersion(undefined)).toBe('unknown');
});
