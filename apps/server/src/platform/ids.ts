import { randomUUIDv7 } from 'node:crypto';

/** Sorts by the time it was made, so that new rows land together in an index. */
export const newId = (): string => randomUUIDv7();

export const PLATFORM_COMPANY = '00000000-0000-0000-0000-000000000000';

/** An id that follows from a hash: for what has a history but no row. */
export function idFrom(hash: Buffer): string {
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
    .concat(hex.slice(20, 32))
    .join('-');
}

/** Of `idFrom`: an address without an account, say. */
export const isDerivedId = (id: string): boolean => id[14] === '8';
