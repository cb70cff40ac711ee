import { z } from 'zod';
import { Refusal } from '../../platform/refusal.ts';
import type { Cursor, ListOrder } from './list-store.ts';

const CHANGE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/;
const places = {
  closeDate: z.union([z.iso.date(), z.literal('infinity')]),
  modified: z.string().regex(CHANGE),
};

/** Where a page ended. Opaque to clients; whatever else they send is refused, not guessed at. */
export const writeCursor = ({ place, id }: Omit<Cursor, 'order'>): string =>
  Buffer.from(JSON.stringify([place, id])).toString('base64url');

export function readCursor(text: string, order: ListOrder): Cursor {
  try {
    const given: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const [place, id] = z.tuple([places[order], z.uuid()]).parse(given);
    return { order, place, id };
  } catch {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { cursor: 'Not a cursor of this list' } });
  }
}
