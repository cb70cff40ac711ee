import { z } from 'zod';
import { PHONE, TEXT_MAX } from './constants.ts';

export const id = z.uuid();
/** The reply of a call that returns no data. */
export const success = z.object({ success: z.boolean() });
export const text = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(TEXT_MAX, `Must be at most ${TEXT_MAX} characters`);
/** Maximum length of the part before the @ (RFC 5321). */
const LOCAL_PART_MAX = 64;
/** An email address for a new account or invitation. */
export const email = z
  .email('Enter an email address')
  .max(TEXT_MAX)
  .refine((address) => address.lastIndexOf('@') <= LOCAL_PART_MAX, 'Enter an email address');
/**
 * The address of an existing account or code. It may exceed the limit above, so that an account from before that limit
 * can still log in. It is checked by a pattern, because `format: email` in the API's description implies the limit.
 */
export const knownEmail = z.string().max(TEXT_MAX).regex(z.regexes.email, 'Enter an email address');
const LOCAL_PART = `(?=[^@]{1,${LOCAL_PART_MAX}}@)`;
/** Like `email`, but an empty text removes the address. A single pattern, so that the API's description is complete. */
export const optionalEmail = z
  .string()
  .trim()
  .max(TEXT_MAX, `Must be at most ${TEXT_MAX} characters`)
  .regex(
    new RegExp(`^$|${z.regexes.email.source.replace('^', `^${LOCAL_PART}`)}`),
    'Enter an email address',
  )
  .transform((value) => value || null)
  .nullable();
/** A phone number; an empty text removes it. */
export const optionalPhone = z
  .string()
  .trim()
  .max(32, 'Must be at most 32 characters')
  .regex(new RegExp(`^$|${PHONE.source}`), 'Enter a phone number, like 555-010-0199')
  .transform((value) => value || null)
  .nullable();
export const timestamp = z.string().describe('ISO 8601, UTC');
/** Limits years to 1700-2199: Postgres has no year 0, and no date of a loan is outside of this range. */
const OF_OUR_AGE = /^(1[7-9]|2[01])/;
const NOT_OF_OUR_AGE = 'Must be between the years 1700 and 2199';
export const day = z.iso
  .date()
  .regex(OF_OUR_AGE, NOT_OF_OUR_AGE)
  .describe('A calendar day, YYYY-MM-DD');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 21:30');
export const moment = z.iso
  .datetime('Must be a time in UTC, like 2026-11-16T21:00:00Z')
  .regex(OF_OUR_AGE, NOT_OF_OUR_AGE);
/** The maximum version, within the range of the database's integer columns. */
export const MAX_VERSION = 2_000_000_000;
export const color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a color like #5B8DEF')
  .transform((code) => code.toUpperCase());
export const byId = z.strictObject({ id });

/** GET arrays are repeated keys: ?phaseId=1&phaseId=2 [R275]. One value is a list of one. */
export const repeatedParam = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => {
    if (value === undefined) return undefined;
    return Array.isArray(value) ? value : [value];
  }, z.array(item).max(100).optional());

/** Like repeatedParam, but at least one value is required. */
export const requiredParam = <S extends z.ZodType>(item: S, most = 100) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]),
    z.array(item).min(1, 'Required').max(most),
  );

/** Search words that filter a list of loans, or of objects of loans. */
export const loanWords = z.string().trim().max(200, 'Must be at most 200 characters').optional();

/**
 * Reads an empty body object as an empty list: some proxies drop the body of a DELETE, and then the IDs are in the
 * query.
 */
export const noneIsAnEmptyList = (value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 0 ? [] : value;

/** A boolean in a body or a query; in a query, a parameter without a value is true. */
export const flag = z
  .union([z.boolean(), z.enum(['', 'true', 'false'])])
  .optional()
  .transform((value) => value === true || value === '' || value === 'true');

export const person = z.object({
  id,
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  emailAddress: z.string(),
});
export type Person = z.infer<typeof person>;

/**
 * The characters that String.trim removes, for patterns in the API's description. Other languages define white space
 * differently.
 */
export const BLANK = String.raw`\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`;
