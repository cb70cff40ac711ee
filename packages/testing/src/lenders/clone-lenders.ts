/**
 * Creates many similar lenders: copies one with a row of every kind, with one statement for each table. Every id of a
 * copy is a hash of the original's id and the copy's number, so that references hold.
 */
import type pg from 'pg';

/** Columns other than ids that are unique over all lenders. */
const UNIQUE_TEXTS = new Set([
  'account.email_address',
  'company.subdomain',
  'document.object_key',
  'document.vault_key',
  'document_version.object_key',
  'document_version.vault_key',
  'employee.unique_code',
]);

interface Column {
  table: string;
  name: string;
  type: string;
}

const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'cairn'::regnamespace and c.relkind = 'r' and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by c.relname, a.attnum`;

/** Copies are numbered, and the same number gives the same ids in every table. A null stays null. */
const copyOfId = (id: string): string => `md5(${id}::text || copy.number)::uuid`;

function valueOf({ table, name, type }: Column): string {
  const column = `original.${name}`;
  if (type === 'uuid') return copyOfId(column);
  if (type === 'bytea' && name === 'token_hash')
    return `sha256(${column} || int4send(copy.number))`;
  if (type === 'uuid[]') {
    return `case when ${column} is not null
      then array(select ${copyOfId('each')} from unnest(${column}) each) end`;
  }
  // Hashed, because some columns have a length limit.
  return UNIQUE_TEXTS.has(`${table}.${name}`) ? `md5(${column} || copy.number)` : column;
}

function insertCopies(table: string, columns: readonly Column[], originals: string): string {
  const values = columns.map(valueOf);
  const names = columns.map(({ name }) => name).join(', ');
  // Ordered by copy, because in a real database a lender's rows are not adjacent.
  return `insert into ${table} (${names}) overriding user value
    select ${values.join(', ')} from generate_series($2::int, $3::int) as copy (number), ${table} original
    where ${originals}`;
}

/** Indexes that enforce nothing and only speed up reads. */
const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'cairn'::regnamespace and not i.indisunique`;
/** From this many copies on, rebuilding indexes is faster than maintaining them. */
const MANY_COPIES = 500;

/** Drops the indexes that only speed up reads while `work` runs, and rebuilds them afterwards. */
async function withoutIndexes(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(INDEXES);
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  await work();
  await client.query(`set maintenance_work_mem = '256MB'`);
  for (const { definition } of rows) await client.query(definition);
}

/** Adds copies `from` to `to` of the lender, including its people. `owner` is a superuser. */
export async function cloneLenders(
  owner: pg.Pool,
  companyId: string,
  from: number,
  to: number,
): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('set search_path = cairn');
    // Disables triggers and foreign keys, because the copied rows already include what triggers would create.
    await client.query('set session_replication_role = replica');
    const { rows } = await client.query<Column>(COLUMNS);
    const insert = async (): Promise<void> => {
      for (const [table, columns] of Map.groupBy(rows, (row) => row.table)) {
        const originals = originalsOf(table, columns);
        if (!originals) continue;
        await client.query(insertCopies(table, columns, originals), [companyId, from, to]);
      }
    };
    await (to - from < MANY_COPIES ? insert() : withoutIndexes(client, insert));
  } finally {
    await client.query('reset all');
    client.release();
  }
  await owner.query('vacuum (analyze)');
}

const PEOPLE = `select account_id from person where company_id = $1
  union select account_id from employee where company_id = $1
  union select account_id from loan_role where company_id = $1`;

function originalsOf(table: string, columns: readonly Column[]): string | undefined {
  if (table === 'company') return 'original.id = $1';
  if (table === 'account') return `original.id in (${PEOPLE})`;
  if (table === 'session') return `original.account_id in (${PEOPLE})`;
  return columns.some(({ name }) => name === 'company_id') ? 'original.company_id = $1' : undefined;
}
