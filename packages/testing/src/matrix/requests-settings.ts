/** Aims of the calls about the caller's own settings and email signature. */
import type { signatures } from '@cairn/contract/signatures';
import type { settings } from '@cairn/contract/users';
import { LOAN, NOTHING, type Aim } from './aims.ts';

export const SETTINGS_AIMS: Record<keyof typeof settings | keyof typeof signatures, Aim> = {
  getUserSettings: { scopes: NOTHING, at: () => ({}) },
  updateUserSettings: { scopes: NOTHING, at: () => ({ body: { sendTextLoanStatus: false } }) },
  getFePreference: { scopes: NOTHING, at: () => ({ params: { key: 'hiddenPhases' } }) },
  setFePreference: {
    scopes: NOTHING,
    at: () => ({ params: { key: 'hiddenPhases' }, body: { value: '%5B%5D' } }),
  },
  listTimezones: { scopes: NOTHING, at: () => ({}) },
  updateOwnProfile: {
    scopes: NOTHING,
    at: () => ({ body: { givenName: 'Renamed', familyName: 'Person' } }),
  },
  getSignature: { scopes: NOTHING, at: () => ({}) },
  // Only the caller's own id is found.
  updateSignature: {
    scopes: LOAN,
    at: ({ accountId }) => ({ params: { id: accountId }, body: { text: 'Dana' } }),
  },
};
