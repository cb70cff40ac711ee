/**
 * Adds documents with text to every loan of tenants.ts, each as the answer to a request, with a few bulk statements.
 * One word is in the same number of documents of a large and a small lender, another is in one document of a hundred.
 */
import pg from 'pg';

export const DOCUMENTS_PER_LOAN = 10;
/** The word that is in this number of documents of each lender. */
export const RARE = { word: 'hornblende', documents: 50 };
/** The word that is in one of this number of documents. */
export const COMMON = { word: 'serpentine', oneOf: 100 };

const PARAGRAPHS = 20_000;
const WORDS = 60;
const VOCABULARY = 20_000;

const TEXTS = `create temp table paragraph as
  select p.number, (select string_agg('w' || left(md5((abs(hashint4(p.number * ${WORDS} + w)) % ${VOCABULARY})::text), 6), ' ')
    from generate_series(1, ${WORDS}) w) as text
  from generate_series(0, ${PARAGRAPHS - 1}) as p (number)`;

/** Documents are numbered within each lender, and stored interleaved with those of other lenders. */
const FILES = `create temp table file as
  select l.company_id, l.id as loan_id, uuidv7() as id, uuidv7() as element_id, root.id as root_id,
    row_number() over (partition by l.company_id) as number, h.id as by_id,
    count(*) over (partition by l.company_id) as of_lender, n.number as of_loan
  from lent l
  join element root on root.company_id = l.company_id and root.loan_id = l.id and root.storage_type = 'FOLDER'
  join human h on h.company_id = l.company_id and h.number = 1
  cross join generate_series(1, ${DOCUMENTS_PER_LOAN}) as n (number)`;

const FILL: readonly string[] = [
  `insert into document (company_id, id, loan_id, name, provider, object_key, vault_key, size, sha256, virus_scan_state,
      content_state, page_count, created_by, created_at, modified_at)
    select company_id, id, loan_id, 'Statement ' || number || '.pdf', 'S3', 'bench/' || id, 'bench/' || id, 1000,
      sha256('x'), 'CLEAN', 'READY', 1, by_id, now(), now() - make_interval(mins => number::int) from file`,
  `insert into element (company_id, id, loan_id, parent_id, title, storage_type, display_order, answer_document_id,
      answered_at, answered_by)
    select company_id, element_id, loan_id, root_id, 'Statement ' || of_loan, 'FILE', 100 + of_loan, id, now(), by_id
    from file`,
  `insert into document_page (company_id, document_id, version, page, width, height, source, text, words)
    select f.company_id, f.id, 1, 1, 612, 792, 'TEXT',
      p.text || case when f.number % greatest(1, f.of_lender / ${RARE.documents}) = 0 then ' ${RARE.word}' else '' end
        || case when f.number % ${COMMON.oneOf} = 0 then ' ${COMMON.word}' else '' end, '[]'
    from file f join paragraph p on p.number = f.number % ${PARAGRAPHS}`,
];

/** Indexes without a constraint: building them at the end takes a fraction of the time. */
const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.oid in ('cairn.document'::regclass, 'cairn.element'::regclass, 'cairn.document_page'::regclass)
    and not i.indisprimary
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)`;

/**
 * `client` is the owner's, in the session of loadTenants. Returns the number of documents, and the seconds for rows,
 * indexes and statistics.
 */
export async function loadTexts(
  client: pg.Client,
): Promise<{ documents: number; seconds: Record<string, number> }> {
  const seconds: Record<string, number> = {};
  const timed = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const start = Date.now();
    await work();
    seconds[name] = Math.round((Date.now() - start) / 1000);
  };
  const all = async (statements: readonly string[]): Promise<void> => {
    for (const each of statements) await client.query(each);
  };
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query('set max_parallel_maintenance_workers = 2');
  await timed('texts', () =>
    all([TEXTS, FILES, 'create index on paragraph (number)', 'analyze paragraph, file']),
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(INDEXES);
  await all(indexes.map(({ name }) => `drop index ${name}`));
  // Every row refers to rows that were just created, so keys and counters are not checked for each row.
  await client.query('set session_replication_role = replica');
  await timed('rows', () => all(FILL));
  await client.query('set session_replication_role = origin');
  await timed('indexes', () => all(indexes.map(({ definition }) => definition)));
  await timed('vacuum', () =>
    all(['vacuum (analyze) document, element, document_page', 'checkpoint']),
  );
  const { rows } = await client.query<{ count: number }>('select count(*)::int from file');
  return { documents: rows[0]!.count, seconds };
}
