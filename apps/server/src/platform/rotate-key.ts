/**
 * Seals every company's key with the newest SECRET_KEY, so that older ones can be removed. Data sealed with company
 * keys does not change. The command can be interrupted and repeated, and runs while the product is in use.
 */
import pg from 'pg';
import { masterName, rewrapKey } from './company-keys.ts';
import { plainQueryOptions } from './db/connection-options.ts';

interface KeyRow {
  company_id: string;
  generation: number;
  wrapped: Buffer;
}

export interface Rotation {
  /** Company keys now sealed with the newest key. */
  rewrapped: number;
  /** Company keys that none of the listed keys opens. */
  unreadable: number;
}

const BATCH = 200;

export async function rotateKey(options: {
  url: string;
  secretKey: string;
  batch?: number;
}): Promise<Rotation> {
  const client = new pg.Client(plainQueryOptions(options.url));
  await client.connect();
  const rotation: Rotation = { rewrapped: 0, unreadable: 0 };
  try {
    let after: Pick<KeyRow, 'company_id' | 'generation'> | undefined;
    for (;;) {
      const rows = await rewrapBatch(
        client,
        options.secretKey,
        options.batch ?? BATCH,
        after,
        rotation,
      );
      after = rows.at(-1);
      if (!after) return rotation;
    }
  } finally {
    await client.end();
  }
}

async function rewrapBatch(
  client: pg.Client,
  secretKey: string,
  batch: number,
  after: Pick<KeyRow, 'company_id' | 'generation'> | undefined,
  rotation: Rotation,
): Promise<KeyRow[]> {
  await client.query('begin');
  try {
    await client.query('set local role cairn_owner');
    const { rows } = await client.query<KeyRow>(
      `select company_id, generation, wrapped from cairn.company_key
       where master <> $1 and ($2::uuid is null or (company_id, generation) > ($2::uuid, $3::int))
       order by company_id, generation limit $4 for update`,
      [masterName(secretKey), after?.company_id ?? null, after?.generation ?? null, batch],
    );
    for (const row of rows) {
      const sealed = tryRewrap(secretKey, row);
      if (!sealed) {
        rotation.unreadable += 1;
        continue;
      }
      await client.query(
        `update cairn.company_key set wrapped = $3, master = $4
         where company_id = $1 and generation = $2`,
        [row.company_id, row.generation, sealed.wrapped, sealed.master],
      );
      rotation.rewrapped += 1;
    }
    await client.query('commit');
    return rows;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function tryRewrap(secretKey: string, row: KeyRow) {
  try {
    return rewrapKey(secretKey, row);
  } catch {
    return undefined;
  }
}
