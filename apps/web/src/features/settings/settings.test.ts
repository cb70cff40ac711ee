import type { UserSettings } from '@cairn/contract';
import { describe, expect, it } from 'vitest';
import {
  encodePreference,
  hiddenPhases,
  hideFiles,
  readPreference,
  treeDepth,
} from './preferences.ts';
import { profileErrors, shownVersion, SWITCHES, takenBack } from './settings.ts';

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
    agreedToTOS: false,
    timezoneId: null,
    keyPreferences: {},
  };

  it('have six switches, three by e-mail and three by text [R164]', () => {
    expect(SWITCHES.map(({ switches }) => switches.map(({ field }) => field).toSorted())).toEqual([
      ['sendEmailAddRemoveUser', 'sendEmailAppMessage', 'sendEmailLoanStatus'],
      ['sendTextAddRemoveUser', 'sendTextAppMessage', 'sendTextLoanStatus'],
    ]);
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
  it('needs both names, not too long [R265] [R266]', () => {
    expect(profileErrors({ givenName: '', familyName: 'x'.repeat(256), phone: '' })).toEqual({
      givenName: 'Required',
      familyName: 'Must be at most 255 characters',
    });
    expect(profileErrors({ givenName: 'A', familyName: 'x'.repeat(255), phone: '' })).toEqual({});
  });

  it('takes phone numbers with prefix and separators, or none [R270]', () => {
    const error = (phone: string) =>
      profileErrors({ givenName: 'A', familyName: 'B', phone })['phone'];
    for (const phone of ['', '5550100199', '(555) 010-0199', '+1 555.010.0199', '555 010 0199']) {
      expect(error(phone)).toBeUndefined();
    }
    for (const phone of ['555-0100', 'phone', '555-010-019', '+1234 555 010 0199']) {
      expect(error(phone)).toBe('Enter a phone number, like 555-010-0199');
    }
  });
});

it('shows the version up to the first dash, else unknown [R199]', () => {
  expect(shownVersion('0.4.1-dev-3')).toBe('0.4.1');
  expect(shownVersion('0.4.1')).toBe('0.4.1');
  expect(shownVersion('-dev')).toBe('unknown');
  expect(shownVersion(undefined)).toBe('unknown');
});
