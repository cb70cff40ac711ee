import { z } from 'zod';
import { PHONE, TEXT_MAX } from './constants.ts';

export const id = z.uuid();
/** The reply of a call that has nothing else to say. */
export const success = z.object({ success: z.boolean() });
export const text = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(TEXT_MAX, `Must be at most ${TEXT_MAX} characters`);
/** No mailbox has a longer name before the @ (RFC 5321). */
const LOCAL_PART_MAX = 64;
/** An address that is new here. */
export const email = z
  .email('Enter an email address')
  .max(TEXT_MAX)
  .refine((address) => address.lastIndexOf('@') <= LOCAL_PART_MAX, 'Enter an email address');
/**
 * The address of an account or of a code that exists: also one from before the limit above, which must not lock its
 * owner out. By its pattern alone, for what `format: email` means in the API's description includes that limit.
 */
export const knownEmail = z.string().max(TEXT_MAX).regex(z.regexes.email, 'Enter an email address');
const LOCAL_PART = `(?=[^@]{1,${LOCAL_PART_MAX}}@)`;
/** Like `email`; an empty one takes it away. As one pattern, so that the API's description says all of it. */
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
/** A phone number; an empty one takes it away. */
export const optionalPhone = z
  .string()
  .trim()
  .max(32, 'Must be at most 32 characters')
  .regex(new RegExp(`^$|${PHONE.source}`), 'Enter a phone number, like 555-010-0199')
  .transform((value) => value || null)
  .nullable();
export const timestamp = z.string().describe('ISO 8601, UTC');
/** The database knows no year 0, and no loan is of another age. */
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
/** A version has room for no more, wherever it is compared in the database. */
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

/** The same with at least one: without it the call has nothing to answer about. */
export const requiredParam = <S extends z.ZodType>(item: S, most = 100) =>
  z.preprocess(
    (value) => (Array.isArray(value) ? value : value === undefined ? [] : [value]),
    z.array(item).min(1, 'Required').max(most),
  );

/** The words that a list of loans, or of what belongs to them, is filtered by. */
export const loanWords = z.string().trim().max(200, 'Must be at most 200 characters').optional();

/** Some proxies drop the body of a DELETE: then the ids are in the query. */
export const noneIsAnEmptyList = (value: unknown) =>
  value !== null && typeof value === 'object' && Object.keys(value).length === 0 ? [] : value;

/** A boolean of a body or of a query, where it is true even without a value. */
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
 * For patterns in the description of the API: exactly those characters that String.trim removes. What other languages call
 * white space differs.
 */
export const BLANK = String.raw`\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF`;
