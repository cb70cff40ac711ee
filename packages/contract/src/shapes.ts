import { z } from 'zod';
import { TEXT_MAX } from './constants.ts';

export const id = z.uuid();
export const text = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(TEXT_MAX, `Must be at most ${TEXT_MAX} characters`);
export const timestamp = z.string().describe('ISO 8601, UTC');
/** The database knows no year 0, and no loan is of another age. */
const isOfOurAge = (given: string): boolean => given >= '1700' && given < '2200';
const OF_OUR_AGE = 'Must be between the years 1700 and 2199';
export const day = z.iso
  .date()
  .refine(isOfOurAge, OF_OUR_AGE)
  .describe('A calendar day, YYYY-MM-DD');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, like 21:30');
export const moment = z.iso
  .datetime('Must be a time in UTC, like 2026-11-16T21:00:00Z')
  .refine(isOfOurAge, OF_OUR_AGE);
/** A version has room for no more, wherever it is compared in the database. */
export const MAX_VERSION = 2_000_000_000;
export const color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a color like #5B8DEF')
  .transform((given) => given.toUpperCase());
export const byId = z.strictObject({ id });

/** GET arrays are repeated keys: ?phaseId=1&phaseId=2 [R275]. One value is a list of one. */
export const repeatedParam = <S extends z.ZodType>(item: S) =>
  z.preprocess((given) => {
    if (given === undefined) return undefined;
    return Array.isArray(given) ? given : [given];
  }, z.array(item).max(100).optional());

/** Some proxies drop the body of a DELETE: then the ids are in the query. */
export const noneIsAnEmptyList = (given: unknown) =>
  given !== null && typeof given === 'object' && Object.keys(given).length === 0 ? [] : given;

/** A boolean of a body or of a query, where it is true even without a value. */
export const flag = z
  .union([z.boolean(), z.enum(['', 'true', 'false'])])
  .optional()
  .transform((given) => given === true || given === '' || given === 'true');

export const person = z.object({
  id,
  givenName: z.string().nullable(),
  familyName: z.string().nullable(),
  emailAddress: z.string(),
});
export type Person = z.infer<typeof person>;
