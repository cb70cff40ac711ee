import { z } from 'zod';
import { Refusal } from '../../platform/refusal.ts';
import type { CompanyCursor } from './store.ts';

const parts = z.tuple([z.string().max(255), z.uuid()]);

/** Where a page ended. Opaque to clients; whatever else they send is refused, not guessed at. */
export const writeCursor = ({ name, id }: CompanyCursor): string =>
  Buffer.from(JSON.stringify([name, id])).toString('base64url');

export function readCursor(text: string): CompanyCursor {
  try {
    const [name, id] = parts.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { name, id };
  } catch {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { cursor: 'Not a cursor of this list' } });
  }
}
