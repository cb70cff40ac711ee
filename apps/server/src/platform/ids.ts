import { randomUUIDv7 } from 'node:crypto';

/** Sorts by the time it was made, so that new rows land together in an index. */
export const newId = (): string => randomUUIDv7();

export const PLATFORM_COMPANY = '00000000-0000-0000-0000-000000000000';
