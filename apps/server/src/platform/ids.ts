import { createHash, randomUUIDv7 } from 'node:crypto';

/** UUIDv7: sorts by creation time, so that new rows are adjacent in an index. */
export const newId = (): string => randomUUIDv7();

export const PLATFORM_COMPANY = '00000000-0000-0000-0000-000000000000';

/** An id derived from a hash, for something that has audit entries but no row. */
export function idFrom(hash: Buffer): string {
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
    .concat(hex.slice(20, 32))
    .join('-');
}

/** Whether an id was made by `idFrom`, such as that of an address without an account. */
export const isDerivedId = (id: string): boolean => id[14] === '8';

/** The beginning of the key of a company's object: a hash of its id first, so that a store distributes its load. */
export const keyPrefix = (companyId: string, id: string): string =>
  `${createHash('sha256').update(id).digest('hex').slice(0, 4)}/${companyId}`;
