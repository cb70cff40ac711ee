import { z } from 'zod';
import { AVATAR_MAX_BYTES, CREDIT_CONSENT_VERSION, TEXT_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, timestamp } from './shapes.ts';

const success = z.object({ success: z.boolean() });

/** Base64, which is a third longer than what it stands for. */
const picture = z.strictObject({
  image: z.base64('Must be a picture').max(Math.ceil(AVATAR_MAX_BYTES / 3) * 4, 'Must be smaller'),
});
const kept = z.object({ id, virusScanState: z.enum(['PENDING', 'CLEAN', 'INFECTED', 'ERROR']) });

const consent = z.object({
  version: z.string(),
  text: z.string(),
  /** Null: not given, or to an older text. */
  givenDate: timestamp.nullable(),
});

const ownAvatar = {
  errors: ['FILE_INVALID_TYPE', 'INVALID_REQUEST'],
  changes: ['avatar'],
} as const;

/** What a person settles about themselves, beside their settings. */
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
    summary: 'A first picture of oneself: a square JPEG or PNG, shown once it is checked',
    body: picture,
    reply: kept,
    ...ownAvatar,
    errors: [...ownAvatar.errors, 'CONFLICT'],
  }),
  replaceAvatar: endpoint({
    method: 'PUT',
    path: '/v2/users/avatar',
    audience: 'session',
    summary: 'Another picture of oneself, in the place of the one there is',
    body: picture,
    reply: kept,
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
      avatars: z.array(kept.extend({ userId: id })),
    }),
    shows: ['avatar'],
    // Initials do until it is there.
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
      'Agree to a credit check of oneself; kept with the time, the network address and the text',
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
      azureEmail: z
        .string()
        .trim()
        .max(TEXT_MAX, `Must be at most ${TEXT_MAX} characters`)
        .transform((given) => given || null)
        .nullable()
        .refine(
          (given) => given === null || z.email().safeParse(given).success,
          'Enter an e-mail address',
        ),
    }),
    reply: z.object({ azureEmail: z.string().nullable() }),
    errors: ['INVALID_REQUEST'],
    changes: ['session'],
  }),
};
