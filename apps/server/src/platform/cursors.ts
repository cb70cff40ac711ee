/** Pagination cursors: where a page ended. Opaque to clients; a cursor that this module did not write is refused. */
import { z } from 'zod';
import { invalidField } from './api-error.ts';
import { isKeepableText } from './unicode.ts';

const MICROSECONDS = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/;

/** Postgres has no year 0. */
const isThere = (text: string): boolean => text >= '0001';

/** The types of sort keys, in the form in which the database writes them. */
const PLACES = {
  day: z.union([z.iso.date().refine(isThere), z.literal('infinity')]),
  /** A timestamp to the microsecond, because several rows can share a millisecond. */
  moment: z.string().refine((text) => {
    const moment = text.replace(MICROSECONDS, '$1T$2Z');
    return moment !== text && isThere(text) && z.iso.datetime().safeParse(moment).success;
  }),
  name: z.string().max(255).refine(isKeepableText),
};

export const writeCursor = (place: string, id: string): string =>
  Buffer.from(JSON.stringify([place, id])).toString('base64url');

export function readCursor(text: string, by: keyof typeof PLACES): { place: string; id: string } {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [place, id] = z.tuple([PLACES[by], z.guid()]).parse(cursor);
    return { place, id };
  } catch {
    throw invalidField('cursor', 'Not a cursor of this list');
  }
}
