/**
 * One encryption key per company: data sealed for one company cannot be read with the key of another, and a key can
 * be rotated or destroyed alone. Keys are stored in the database, sealed with a key derived from SECRET_KEY, which
 * the database does not have.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Queries, Tx } from './db/db.ts';
import { query } from './db/query.ts';
import { keyFor, keysFor, seal, unseal, unsealWithAny } from './crypto.ts';

export interface Sealed {
  readonly sealed: Buffer;
  readonly generation: number;
}

const WRAPPING = 'company keys';
const placeOf = (companyId: string, generation: number): string =>
  `company key ${companyId} ${generation}`;

/** Identifies a master key without revealing it. Of a list of keys, the newest. */
export const masterName = (secretKey: string): string =>
  createHash('sha256')
    .update(keyFor(secretKey, 'name of the master key'))
    .digest('hex')
    .slice(0, 16);

const wrap = (secretKey: string, companyId: string, generation: number, key: Buffer): Buffer =>
  seal(keyFor(secretKey, WRAPPING), placeOf(companyId, generation), key.toString('base64'));

/** The row of a new key. */
export function wrappedKey(secretKey: string, companyId: string, generation: number) {
  const key = randomBytes(32);
  return {
    company_id: companyId,
    generation,
    wrapped: wrap(secretKey, companyId, generation, key),
    master: masterName(secretKey),
  };
}

export const openKey = (
  secretKey: string,
  row: { company_id: string; generation: number; wrapped: Buffer },
): Buffer =>
  Buffer.from(
    unsealWithAny(
      keysFor(secretKey, WRAPPING),
      placeOf(row.company_id, row.generation),
      row.wrapped,
    ),
    'base64',
  );

/** The same company key, sealed with the newest master key. Data that it sealed does not change. */
export const rewrapKey = (
  secretKey: string,
  row: { company_id: string; generation: number; wrapped: Buffer },
): { wrapped: Buffer; master: string } => ({
  wrapped: wrap(secretKey, row.company_id, row.generation, openKey(secretKey, row)),
  master: masterName(secretKey),
});

/** Identifies the row of sealed identifiers. It is authenticated with them, so they cannot be moved to another row. */
export const placeOfIdentifiers = (companyId: string, entityId: string, version: number): string =>
  `entity ${companyId} ${entityId} ${version}`;

export class CompanyKeys {
  private readonly secretKey: string;
  /** Opened keys by company and generation; a generation's key never changes. */
  private readonly opened = new Map<string, Buffer>();

  constructor(secretKey: string) {
    this.secretKey = secretKey;
  }

  /** Returns a function that seals with the company's newest key, which is created on first use. */
  async sealing(tx: Tx, companyId: string): Promise<(place: string, text: string) => Sealed> {
    let newest = await this.newest(tx, companyId);
    if (newest === undefined) {
      await tx.run(
        query
          .insertInto('company_key')
          .values(wrappedKey(this.secretKey, companyId, 1))
          .onConflict((conflict) => conflict.doNothing()),
      );
      // A concurrent request may have created the key first.
      newest = await this.newest(tx, companyId);
    }
    const { generation, key } = newest!;
    return (place, text) => ({ sealed: seal(key, place, text), generation });
  }

  /** Returns a function that opens data sealed with these generations. */
  async opening(
    reads: Queries,
    companyId: string,
    generations: readonly number[],
  ): Promise<(place: string, given: Sealed) => string> {
    const missing = generations.filter((each) => !this.opened.has(placeOf(companyId, each)));
    if (missing.length > 0) {
      const rows = await reads.run(
        query
          .selectFrom('company_key')
          .select(['generation', 'wrapped'])
          .where('company_id', '=', companyId)
          .where('generation', 'in', missing),
      );
      for (const row of rows) this.unwrap(companyId, row);
    }
    return (place, { sealed, generation }) => {
      const key = this.opened.get(placeOf(companyId, generation));
      if (!key) throw new Error('the key of a sealed value is missing');
      return unseal(key, place, sealed);
    };
  }

  private async newest(tx: Tx, companyId: string) {
    const [row] = await tx.run(
      query
        .selectFrom('company_key')
        .select(['generation', 'wrapped'])
        .where('company_id', '=', companyId)
        .orderBy('generation', 'desc')
        .limit(1),
    );
    return row && { generation: row.generation, key: this.unwrap(companyId, row) };
  }

  private unwrap(companyId: string, row: { generation: number; wrapped: Buffer }): Buffer {
    const place = placeOf(companyId, row.generation);
    const cachedKey = this.opened.get(place);
    if (cachedKey) return cachedKey;
    const key = openKey(this.secretKey, { company_id: companyId, ...row });
    this.opened.set(place, key);
    return key;
  }
}
