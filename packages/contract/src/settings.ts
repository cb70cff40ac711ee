import { z } from 'zod';
import { PHONE, PREFERENCE_KEY, PREFERENCE_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { id, text } from './shapes.ts';

const preferenceKey = z.string().regex(PREFERENCE_KEY, 'Letters, digits, dots and hyphens');

/** Kept as it is sent: the browser's own affair, except that it must be what it claims to be. */
const preferenceValue = z
  .string()
  .max(PREFERENCE_MAX, `Must be at most ${PREFERENCE_MAX} characters`)
  .refine(isEncodedJson, 'Must be URL-encoded JSON');

function isEncodedJson(value: string): boolean {
  try {
    JSON.parse(decodeURIComponent(value));
    return encodeURIComponent(decodeURIComponent(value)) === value;
  } catch {
    return false;
  }
}

const sends = {
  sendEmailAddRemoveUser: z.boolean(),
  sendEmailAppMessage: z.boolean(),
  sendEmailLoanStatus: z.boolean(),
  sendTextAddRemoveUser: z.boolean(),
  sendTextAppMessage: z.boolean(),
  sendTextLoanStatus: z.boolean(),
};

export const userSettings = z.object({
  ...sends,
  agreedToTOS: z.boolean(),
  /** Null: wherever the browser is. */
  timezoneId: z.string().nullable(),
  keyPreferences: z.record(z.string(), z.string()),
});
export type UserSettings = z.infer<typeof userSettings>;

const fePreference = z.object({ key: z.string(), value: z.string().nullable() });

/** An empty field takes the number away. */
const phone = z
  .string()
  .trim()
  .max(32, 'Must be at most 32 characters')
  .refine((given) => given === '' || PHONE.test(given), 'Enter a phone number, like 555-010-0199')
  .transform((given) => given || null)
  .nullable();

export const settings = {
  getUserSettings: endpoint({
    method: 'GET',
    path: '/v1/auth/userSettings',
    audience: 'session',
    summary: 'The caller’s own settings; what was never set has its default',
    reply: userSettings,
    shows: ['settings'],
  }),
  updateUserSettings: endpoint({
    method: 'PUT',
    path: '/v1/auth/userSettings',
    audience: 'session',
    summary: 'Change some of one’s own settings; what is left out stays as it is',
    body: z
      .strictObject({
        ...sends,
        agreedToTOS: z.boolean(),
        timezoneId: z.string().max(64).nullable(),
        keyPreferences: z.record(preferenceKey, preferenceValue),
      })
      .partial(),
    reply: userSettings,
    errors: ['INVALID_REQUEST'],
    changes: ['settings'],
  }),
  getFePreference: endpoint({
    method: 'GET',
    path: '/v1/fepreference/{key}',
    audience: 'session',
    summary: 'One interface preference of the caller, as URL-encoded JSON; null where never set',
    params: z.strictObject({ key: preferenceKey }),
    reply: fePreference,
    shows: ['preference'],
    // The default does until it is there.
    silent: true,
  }),
  setFePreference: endpoint({
    method: 'POST',
    path: '/v1/fepreference/{key}',
    audience: 'session',
    summary: 'Keep an interface preference, as URL-encoded JSON',
    params: z.strictObject({ key: preferenceKey }),
    body: z.strictObject({ value: preferenceValue }),
    reply: fePreference,
    errors: ['INVALID_REQUEST'],
    changes: ['preference'],
  }),
  listTimezones: endpoint({
    method: 'GET',
    path: '/v1/auth/timezones',
    audience: 'session',
    summary: 'Time zones to choose from, sorted by description',
    reply: z.object({ timezones: z.array(z.object({ id: z.string(), description: z.string() })) }),
  }),
  updateOwnProfile: endpoint({
    method: 'POST',
    path: '/v1/auth/update',
    audience: 'session',
    summary: 'Change one’s own name and phone number; every company’s directory follows',
    body: z.strictObject({ givenName: text, familyName: text, phone: phone.optional() }),
    reply: z.object({
      id,
      givenName: z.string(),
      familyName: z.string(),
      phone: z.string().nullable(),
    }),
    errors: ['INVALID_REQUEST'],
    changes: ['session', 'loan', 'loanList', 'element', 'document'],
  }),
};
