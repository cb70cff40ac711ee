/**
 * node bench/search.ts [--scale 0.1] [--large 75000] [--quick] [--keep]: bar 13, search in the text of documents. Scale
 * 1 is a million loans with ten documents each; at any scale, a lender with 75,000 loans and one with 1,000 are
 * measured. BENCH_DATABASE names another database.
 */
import { parseArgs } from 'node:util';
import { rowsOf } from '@cairn/server/modules/search/find-store';
import { Db } from '@cairn/server/platform/db/db';
import { parseWords } from '@cairn/server/platform/search-words';
import pg from 'pg';
import { environment, up } from '../tools/services/index.ts';
import { asOwner, dropDatabase, makeDatabase } from './database.ts';
import { COMMON, DOCUMENTS_PER_LOAN, loadTexts, RARE } from './document-texts.ts';
import { measureBar, type Bar } from './experiment.ts';
import { HttpClient, requestText } from './http-client.ts';
import { startWeb } from './processes.ts';
import { judge, print } from './report.ts';
import { measureMicroseconds, type Sample } from './rounds.ts';
import { loadTenants, SMALL, type Measured } from './tenants.ts';
import type { World } from './world.ts';

const OTHER_LOANS = 1000;
const LOANS = 1_000_000;
const PAGE = 25;
const CANDIDATES = 5000;

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    large: { type: 'string', default: '75000' },
  },
});
const large = Number(values.large);
const loans = LOANS * Number(values.scale);
const others = Math.max(0, Math.round((loans - large - SMALL) / OTHER_LOANS));

/**
 * The bare query for the same result: the newest documents that contain the word and are current, clean and the answer
 * to a request, with the words around the first match. It runs as the owner, without visibility checks.
 */
const BARE = `
  with hit as materialized (
    select document_id, version, array_agg(page order by page) as pages from (
      select document_id, version, page from cairn.document_page
      where company_id = $1 and searchable @@ app.text_query('{}', $2) order by document_id desc, page limit ${CANDIDATES}) p
    group by 1, 2
  ), found as (
    select d.company_id, d.id, d.version, d.name, d.modified_at, l.name as loan_name, e.id as element_id, e.title, hit.pages
    from hit
    join cairn.document d on d.company_id = $1 and d.id = hit.document_id and d.version = hit.version
      and d.virus_scan_state = 'CLEAN' and d.removed_at is null
    join cairn.loan l on l.company_id = d.company_id and l.id = d.loan_id
    join lateral (select e.id, e.title from cairn.element e where e.company_id = d.company_id
      and e.answer_document_id = d.id and not e.in_trash order by e.id limit 1) e on true
    order by d.modified_at desc, d.id limit ${PAGE}
  )
  select f.*, app.excerpt(p.text, '{}', $2, 'MaxWords=26, MinWords=12') as excerpt
  from found f join cairn.document_page p on p.company_id = f.company_id and p.document_id = f.id
    and p.version = f.version and p.page = f.pages[1]
  order by f.modified_at desc, f.id`;

async function open({ urls, measured, small, environment: variables, plan }: World) {
  const web = await startWeb(variables);
  const opened: { end(): Promise<unknown> }[] = [];
  const ours = (lender: Measured, word: string): Sample => {
    const db = new Db({ url: urls.app, poolSize: 1 });
    opened.push({ end: () => db.close() });
    const criteria = {
      actor: lender.actor,
      words: parseWords(word)!,
      isSimilar: false,
      context: undefined,
      most: CANDIDATES,
      filter: {},
    };
    const search = rowsOf.TEXT(criteria, { offset: 0, limit: PAGE });
    return () => measureMicroseconds(() => db.reads(lender.scope).run(search));
  };
  const bare = async (lender: Measured, word: string): Promise<Sample> => {
    const client = new pg.Client(urls.owner);
    await client.connect();
    opened.push(client);
    const query = { name: 'bare', text: BARE, values: [lender.companyId, word] };
    return () => measureMicroseconds(() => client.query(query));
  };
  const call = async (lender: Measured, word: string): Promise<Sample> => {
    const client = await HttpClient.open(web.port);
    opened.push({ end: async () => client.close() });
    const request = requestText('GET', `/api/v1/search?q=${word}&kind=TEXT`, {
      cookie: `cairn-session=${lender.token}`,
    });
    return () => measureMicroseconds(() => client.succeed(request));
  };
  return {
    title: `a word in ${RARE.documents} documents of each lender`,
    plan: plan({ rounds: 100, turn: 3, warmUp: 10 }),
    variants: {
      large: ours(measured, RARE.word),
      'large, bare': await bare(measured, RARE.word),
      'large, bare again': await bare(measured, RARE.word),
      small: ours(small, RARE.word),
      'large, call': await call(measured, RARE.word),
      'small, call': await call(small, RARE.word),
      'large, common': ours(measured, COMMON.word),
      'large, common, bare': await bare(measured, COMMON.word),
      'small, common': ours(small, COMMON.word),
    },
    figure: { over: ['large'], under: ['large, bare'] },
    same: { over: ['large, bare again'], under: ['large, bare'] },
    also: {
      'growth, large ÷ small (≤ 1.3)': { over: ['large'], under: ['small'] },
      'growth of the whole call': { over: ['large, call'], under: ['small, call'] },
      [`÷ bare, a word in one of ${COMMON.oneOf} documents`]: {
        over: ['large, common'],
        under: ['large, common, bare'],
      },
    },
    notes: { loans: measured.loanIds.length, 'of the small one': small.loanIds.length },
    async close() {
      for (const each of opened) await each.end();
      await web.stop();
    },
  };
}

const bar: Bar = {
  number: 13,
  title: 'search inside the text of documents ÷ the bare query',
  target: 1.5,
  experiments: [open],
};

// Exits, which ends the web process.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
await up('test');
const services = environment('test');
const urls = await makeDatabase(services['MIGRATION_DATABASE_URL']!);
const start = Date.now();
const { lenders, documents, seconds, bytes } = await asOwner(urls.owner, async (client) => {
  // The application's timeout is meant for calls, not for creating a million rows.
  await client.query('set statement_timeout = 0');
  const tenants = await loadTenants(client, {
    tenants: others + 2,
    loans: large,
    otherLoans: OTHER_LOANS,
    people: 20,
  });
  const loaded = await loadTexts(client);
  const { rows } = await client.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return { lenders: tenants, ...loaded, bytes: rows[0]!.bytes };
});
console.log(
  `${documents / DOCUMENTS_PER_LOAN} loans, ${documents} documents, ${others + 2} lenders, ` +
    `loaded in ${Math.round((Date.now() - start) / 1000)} s ` +
    `(${Object.entries(seconds)
      .map((each) => each.join(' '))
      .join(', ')}), ${(bytes / 1e9).toFixed(1)} GB`,
);
const world: World = {
  urls,
  ...lenders,
  environment: { ...services, DATABASE_URL: urls.app, RELAY_DATABASE_URL: urls.relay },
  delayMs: 0,
  plan: (full) => (values.quick ? { ...full, rounds: 3, warmUp: 1 } : full),
};
print(judge(bar, await measureBar(bar, world, values.quick)));
if (!values.keep) await dropDatabase(urls.owner);
process.exit();
