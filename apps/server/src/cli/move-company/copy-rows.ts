/** Copies rows from one database to another exactly: as Postgres text, so that no number is rounded by JavaScript. */
import type pg from 'pg';

const ROWS_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 8_000_000;

export interface Rows {
  readonly table: string;
  /** An SQL condition; the table is `t`. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** JSON with the columns that replace those of each row. */
  readonly instead?: string;
  /** Columns that the target database fills itself. */
  readonly without?: readonly string[];
  /** The "on conflict" clause for existing rows. Without it, an existing row makes the copy fail. */
  readonly onConflict?: string;
}

async function columnsOf(client: pg.ClientBase, { table, without = [] }: Rows): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name).filter((name) => !without.includes(name));
}

export async function copyRows(
  from: pg.ClientBase,
  to: pg.ClientBase,
  rows: Rows,
): Promise<number> {
  const { table, where, values, instead, onConflict } = rows;
  const columns = (await columnsOf(from, rows)).join(', ');
  const row = instead === undefined ? 'to_jsonb(t)' : `to_jsonb(t) || ${instead}`;
  await from.query(
    `declare copied no scroll cursor for select (${row})::text as row from ${table} t where ${where}`,
    [...values],
  );
  const insert = async (batch: readonly string[]): Promise<number> => {
    const { rowCount } = await to.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
       ${onConflict === undefined ? '' : `on conflict ${onConflict}`}`,
      [`[${batch.join(',')}]`],
    );
    return rowCount ?? 0;
  };
  let count = 0;
  for (;;) {
    const { rows: page } = await from.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from copied`);
    let batch: string[] = [];
    let length = 0;
    for (const { row: text } of page) {
      batch.push(text);
      length += text.length;
      if (length < CHARACTERS_AT_ONCE) continue;
      count += await insert(batch);
      batch = [];
      length = 0;
    }
    if (batch.length > 0) count += await insert(batch);
    if (page.length < ROWS_AT_ONCE) break;
  }
  await from.query('close copied');
  return count;
}

/** A fingerprint of the rows that does not depend on their order. */
export async function fingerprintOf(
  client: pg.ClientBase,
  { table, where, values }: Rows,
): Promise<string> {
  const { rows } = await client.query<{ fingerprint: string }>(
    `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)::numeric), 0) as fingerprint
     from ${table} t where ${where}`,
    [...values],
  );
  return rows[0]!.fingerprint;
}

interface Reference {
  readonly name: string;
  readonly child: string;
  readonly parent: string;
  readonly columns: readonly string[];
  readonly parents: readonly string[];
}

/** Foreign keys are not checked while rows are copied. Returns the names of those that point to a missing row. */
export async function brokenReferences(
  client: pg.ClientBase,
  tables: readonly string[],
  companyId: string,
): Promise<string[]> {
  const { rows: references } = await client.query<Reference>(
    `select k.conname as name, child.relname as child, parent.relname as parent,
       array(select a.attname::text from unnest(k.conkey) with ordinality c (n, at)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.n order by c.at) as columns,
       array(select a.attname::text from unnest(k.confkey) with ordinality c (n, at)
         join pg_attribute a on a.attrelid = k.confrelid and a.attnum = c.n order by c.at) as parents
     from pg_constraint k
     join pg_class child on child.oid = k.conrelid
     join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and child.relnamespace = 'cairn'::regnamespace and child.relname = any($1)`,
    [tables],
  );
  const broken: string[] = [];
  for (const { name, child, parent, columns, parents } of references) {
    const own = child === 'company' ? 'id' : 'company_id';
    const isSet = columns.map((column) => `c.${column} is not null`).join(' and ');
    const matches = columns.map((column, at) => `p.${parents[at]} = c.${column}`).join(' and ');
    const { rowCount } = await client.query(
      `select from ${child} c where c.${own} = $1 and ${isSet}
         and not exists (select from ${parent} p where ${matches}) limit 1`,
      [companyId],
    );
    if (rowCount) broken.push(name);
  }
  return broken;
}
