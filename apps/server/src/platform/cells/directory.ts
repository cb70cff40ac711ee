/** Access to the directory, for cells and for the router. */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { plainQueryOptions, poolOptions, QUERY_TIMEOUT_MS } from '../db/connection-options.ts';

const CONNECTIONS = 3;
/** Timeout of a directory query within a call. After it, the page continues with what its own cell knows. */
export const DIRECTORY_ANSWER_MS = 2000;

export interface DirectoryAccess {
  readonly url: string;
  readonly key: string;
}

/** The keyed hash that the directory stores instead of an address. */
export const addressHash = (key: string, address: string): Buffer =>
  createHmac('sha256', key).update(address.trim().toLowerCase()).digest();

export class Directory {
  readonly #pool: pg.Pool;
  readonly #key: string;

  constructor({ url, key }: DirectoryAccess, answerMs?: number) {
    this.#pool = new pg.Pool({
      ...poolOptions(url),
      ...plainQueryOptions(url),
      query_timeout: answerMs ?? QUERY_TIMEOUT_MS,
      ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs }),
      max: CONNECTIONS,
    });
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#key = key;
  }

  async #one<T>(sql: string, values: unknown[]): Promise<T | undefined> {
    const { rows } = await this.#pool.query<{ value: T }>(sql, values);
    return rows[0]?.value ?? undefined;
  }

  hash(address: string): Buffer {
    return addressHash(this.#key, address);
  }

  /** Returns the id that a person with this address has in every cell, and their home cell. */
  async claim(address: string, proposed: string): Promise<{ id: string; home: string }> {
    const { rows } = await this.#pool.query<{ id: string; home: string }>(
      'select id, home from directory.claim($1, $2)',
      [this.hash(address), proposed],
    );
    return rows[0]!;
  }

  async release(address: string): Promise<void> {
    await this.#pool.query('select directory.release($1)', [this.hash(address)]);
  }

  homeOf(accountId: string): Promise<string | undefined> {
    return this.#one('select directory.home_of($1) as value', [accountId]);
  }

  async cellsOf(accountId: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ value: string }>(
      'select value from directory.cells_of($1) as value',
      [accountId],
    );
    return rows.map(({ value }) => value);
  }

  publish(companyId: string, subdomain: string | null): Promise<boolean | undefined> {
    return this.#one('select directory.publish($1, $2) as value', [companyId, subdomain]);
  }

  cellOfAddress(address: string): Promise<string | undefined> {
    return this.#one('select directory.cell_of_address($1) as value', [this.hash(address)]);
  }

  cellOfSubdomain(subdomain: string): Promise<string | undefined> {
    return this.#one('select directory.cell_of_subdomain($1) as value', [subdomain]);
  }

  cellOfCompany(companyId: string): Promise<string | undefined> {
    return this.#one('select directory.cell_of_company($1) as value', [companyId]);
  }

  async move(
    companyId: string,
    target: string,
    people: { homes: readonly string[]; visitors: readonly string[] },
  ): Promise<void> {
    await this.#pool.query('select directory.move($1, $2, $3, $4)', [
      companyId,
      target,
      people.homes,
      people.visitors,
    ]);
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }
}
