/** Row count and digest of every table, to compare two states of a database. */
import pg from 'pg';

export interface Fingerprint {
  readonly count: number;
  readonly digest: string;
}

/** Reports of running processes, which describe the present and are not restored. */
const VOLATILE = ['process_report'];

export async function tableFingerprints(url: string): Promise<Map<string, Fingerprint>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'cairn'::regnamespace and relkind = 'r' and relname <> all ($1) order by 1`,
      [VOLATILE],
    );
    const fingerprints = new Map<string, Fingerprint>();
    for (const { name } of tables) {
      const { rows } = await client.query<Fingerprint>(
        `select count(*)::int as count, coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as digest
         from cairn.${name} t`,
      );
      fingerprints.set(name, rows[0]!);
    }
    return fingerprints;
  } finally {
    await client.end();
  }
}

export function compareTables(
  before: ReadonlyMap<string, Fingerprint>,
  after: ReadonlyMap<string, Fingerprint>,
): string[] {
  return [...before].flatMap(([name, { count, digest }]) => {
    const other = after.get(name);
    if (other?.digest === digest && other.count === count) return [];
    return [`table ${name} had ${count} rows and has ${other?.count ?? 'none'}`];
  });
}
