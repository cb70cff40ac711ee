import { z } from 'zod';
import { Refusal } from '../../platform/refusal.ts';
import type { Cursor } from './store.ts';

const parts = z.tuple([z.union([z.iso.date(), z.literal('infinity')]), z.uuid()]);

/** Where a page ended. Opaque to clients; whatever else they send is refused, not guessed at. */
export const writeCursor = ({ closeOrder, id }: Cursor): string =>
  Buffer.from(JSON.stringify([closeOrder, id])).toString('base64url');

export function readCursor(text: string): Cursor {
  try {
    const [closeOrder, id] = parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { closeOrder, id };
  } catch {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { cursor: 'Not a cursor of this list' } });
  }
}
