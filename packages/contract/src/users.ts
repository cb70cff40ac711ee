import { z } from 'zod';
import {
  AVATAR_MAX_BYTES,
  CREDIT_CONSENT_VERSION,
  PASSWORD_MAX,
  PREFERENCE_KEY,
  PREFERENCE_MAX,
  TERMS_VERSION_MAX,
} from './constants.ts';
import { endpoint } from './endpoint.ts';
import { EMAIL_FREQUENCIES } from './notification-terms.ts';
import {
  byId,
  id,
  optionalEmail,
  optionalPhone,
  text,
  timeOfDay,
  timestamp,
  success,
} from './shapes.ts';

/** Base64, which is a third longer than the bytes it encodes. */
const picture = z.strictObject({
  image: z.base64('Must be a picture').max(Math.ceil(AVATAR_MAX_BYTES / 3) * 4, 'Must be smaller'),
});
const avatar = z.object({ id, virusScanState: z.enum(['PENDING', 'CLEAN', 'INFECTED', 'ERROR']) });

const consent = z.object({
  version: z.string(),
  text: z.string(),
  /** Null: no consent was given, or only to an older version of the text. */
  givenDate: timestamp.nullable(),
});

const ownAvatar = {
  errors: ['FILE_INVALID_TYPE', 'INVALID_REQUEST'],
  changes: ['avatar'],
} as const;

/** Calls by which users manage their own account, besides their settings. */
export const profile = {
  sendConfirmMobilePhone: endpoint({
    method: 'POST',
    path: '/v1/auth/sendConfirmMobilePhone',
    audience: 'session',
    summary: 'Send a code by text message to one’s own phone number; again: the same code',
    reply: success,
    errors: ['NO_PHONE', 'TOO_MANY_REQUESTS'],
    limit: 'text',
    silent: true,
  }),
  verifyMobilePhoneWithConfirmCode: endpoint({
    method: 'POST',
    path: '/v1/auth/verifyMobilePhoneWithConfirmCode',
    audience: 'session',
    summary: 'The code from the text message shows that the number is one’s own',
    body: z.strictObject({ code: z.string().trim().min(1, 'Required').max(20) }),
    reply: success,
    errors: ['INVALID_REQUEST', 'NO_PHONE', 'WRONG_CODE'],
    changes: ['session'],
    limit: 'code',
    silent: true,
  }),
  createAvatar: endpoint({
    method: 'POST',
    path: '/v2/users/avatar',
    audience: 'session',
    summary: 'Upload one’s first profile picture: a square JPEG or PNG, shown once it is scanned',
    body: picture,
    reply: avatar,
    ...ownAvatar,
    errors: [...ownAvatar.errors, 'CONFLICT'],
  }),
  replaceAvatar: endpoint({
    method: 'PUT',
    path: '/v2/users/avatar',
    audience: 'session',
    summary: 'Replace one’s profile picture',
    body: picture,
    reply: avatar,
    ...ownAvatar,
  }),
  deleteAvatar: endpoint({
    method: 'DELETE',
    path: '/v2/users/avatar',
    audience: 'session',
    summary: 'No picture: initials again',
    reply: success,
    changes: ['avatar'],
  }),
  listAvatars: endpoint({
    method: 'GET',
    path: '/v2/users/avatars',
    audience: 'session',
    summary:
      'Who of the people the caller may see has a picture; one’s own also while it is checked',
    reply: z.object({
      avatars: z.array(avatar.extend({ userId: id })),
    }),
    shows: ['avatar'],
    // Initials are shown until the picture is loaded.
    silent: true,
  }),
  getAvatar: endpoint({
    method: 'GET',
    path: '/v2/users/avatar/{id}',
    audience: 'session',
    summary: 'The picture itself, once it is clean; the address changes with the picture',
    params: byId,
    errors: ['NOT_FOUND'],
  }),
  getCreditConsent: endpoint({
    method: 'GET',
    path: '/v2/users/{userId}/creditConsent',
    audience: 'session',
    summary: 'What the caller is asked to agree to before a credit check, and whether they have',
    params: z.strictObject({ userId: id }),
    reply: consent,
    errors: ['NOT_FOUND'],
    shows: ['consent'],
  }),
  giveCreditConsent: endpoint({
    method: 'POST',
    path: '/v2/users/{userId}/creditConsent',
    audience: 'session',
    summary:
      'Consent to a credit check of the caller; stored with the time, the network address and the text',
    params: z.strictObject({ userId: id }),
    body: z.strictObject({
      consent: z.literal(true),
      version: z.literal(CREDIT_CONSENT_VERSION, 'The text has changed. Please read it again.'),
    }),
    reply: consent,
    errors: ['INVALID_REQUEST', 'NOT_FOUND'],
    changes: ['consent'],
  }),
  updateAzureEmail: endpoint({
    method: 'PUT',
    path: '/v2/users/azureEmail',
    audience: 'session',
    summary: 'The Microsoft address under which one opens office documents; null for none',
    body: z.strictObject({
      azureEmail: optionalEmail,
    }),
    reply: z.object({ azureEmail: z.string().nullable() }),
    errors: ['INVALID_REQUEST'],
    changes: ['session'],
  }),
};

const preferenceKey = z.string().regex(PREFERENCE_KEY, 'Letters, digits, dots and hyphens');

/** Stored as sent, because only the browser interprets the value; its encoding is validated. */
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

/** Channels of each topic: email, SMS and the bell [R164]. */
const sends = {
  sendEmailAddRemoveUser: z.boolean(),
  sendEmailAppMessage: z.boolean(),
  sendEmailLoanStatus: z.boolean(),
  sendTextAddRemoveUser: z.boolean(),
  sendTextAppMessage: z.boolean(),
  sendTextLoanStatus: z.boolean(),
  sendEmailRequests: z.boolean(),
  sendEmailReviews: z.boolean(),
  sendEmailUploads: z.boolean(),
  sendTextRequests: z.boolean(),
  sendTextReviews: z.boolean(),
  sendTextUploads: z.boolean(),
  bellAddRemoveUser: z.boolean(),
  bellAppMessage: z.boolean(),
  bellLoanStatus: z.boolean(),
  bellRequests: z.boolean(),
  bellReviews: z.boolean(),
  bellUploads: z.boolean(),
  bellExports: z.boolean(),
};

/** How non-urgent emails are sent: immediately, or together in a summary. */
const frequency = {
  emailFrequency: z.enum(EMAIL_FREQUENCIES),
  /** Weekday of the weekly summary; Monday is 1. */
  digestWeekday: z.number().int().min(1).max(7),
  /** Time of day of the summary, in the user's time zone. */
  digestTime: timeOfDay,
  /** No email or SMS is sent between these hours; both or neither must be set. */
  quietFrom: timeOfDay.nullable(),
  quietUntil: timeOfDay.nullable(),
};

export const userSettings = z.object({
  ...sends,
  ...frequency,
  /** Whether the account has agreed to the version in `terms`. */
  agreedToTOS: z.boolean(),
  /** The operator's terms of service; absent if none are configured. */
  terms: z
    .object({
      url: z.string(),
      version: z.string(),
      /** Null: the user has not agreed, or agreed to another version. */
      agreedDate: timestamp.nullable(),
    })
    .optional(),
  /** Null: the browser's time zone. */
  timezoneId: z.string().nullable(),
  keyPreferences: z.record(z.string(), z.string()),
});
export type UserSettings = z.infer<typeof userSettings>;

const fePreference = z.object({ key: z.string(), value: z.string().nullable() });

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
    summary: 'Change some of the caller’s settings; omitted ones keep their value',
    body: z
      .strictObject({
        ...sends,
        ...frequency,
        /** The server sets version and time. An agreement cannot be withdrawn. */
        agreedToTOS: z.boolean(),
        /** The version that the user was shown; agreement to any other than the current one is refused. */
        termsVersion: z.string().max(TERMS_VERSION_MAX),
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
    // The default is used until the preference is loaded.
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
    body: z.strictObject({
      givenName: text,
      familyName: text,
      phone: optionalPhone.optional(),
      /** Required if the phone number changes. */
      password: z.string().max(PASSWORD_MAX).optional(),
    }),
    reply: z.object({
      id,
      givenName: z.string(),
      familyName: z.string(),
      phone: z.string().nullable(),
    }),
    errors: ['INVALID_REQUEST', 'LOCKED_USER'],
    changes: ['session', 'loan', 'loanList', 'element', 'document'],
  }),
};
