/**
 * node bench/audit.ts [entries] [rounds]: the audit log of a company with a million entries. Compares each filter's
 * first page through the whole server with the bare statement (plain node-postgres as the owner, without row security
 * and name lookups) and with the same page of a company with a thousand entries.
 */
import {
  makeTemplate,
  startTestServer,
  type Account,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { environment, up } from '../tools/services/index.ts';
import { median } from './statistics.ts';

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = Number(process.argv[3] ?? 40);
const SMALL = 1000;
const PAGE = 51;

interface Log {
  company: Company;
  token: string;
  busy: Account;
  loanId: string;
}

/**
 * Inserts entries without the audit chain, which is not measured. Half of the entries are by one person, most are
 * reads, one loan in a thousand has many entries, and one kind has only twenty entries.
 */
async function fill({ owner, given }: TestServer, entries: number): Promise<Log> {
  const company = await given.company();
  const dana = await given.employee(company, { level: 'OWNER' });
  const phase = await given.phase(company);
  const loan = await given.loan(phase);
  await owner.query(
    `insert into cairn.audit_entry
       (company_id, chain_id, position, id, at, actor_id, kind, loan_id, detail, hash)
     select $1::uuid, chain, n, gen_random_uuid(), now() - n * interval '30 seconds', actor, kind, chain, '{}', '\\x00'
     from (
       select n,
         case when n % 1000 < 10 then $2::uuid else md5('loan' || n % 2000)::uuid end as chain,
         case when n % 2 = 0 then $3::uuid else md5('person' || n % 97)::uuid end as actor,
         case when n % ($4::int / 20) = 0 then 'maintenance.cleared'
           when n % 3 = 0 then 'document.uploaded'
           when n % 50 = 1 then 'label.put' else 'document.read' end as kind
       from generate_series(1, $4::int) n) made`,
    [company.id, loan.id, dana.id, entries],
  );
  const token = await given.session(dana, { roleLevel: 'LENDER', company });
  return { company, token, busy: dana, loanId: loan.id };
}

const since = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** Parameters of each filter, for the call and for the bare statement. */
const FILTERS: Record<
  string,
  (log: Log) => { query: Record<string, string>; where: string; values: unknown[] }
> = {
  'first page': () => ({ query: {}, where: '', values: [] }),
  'one person': ({ busy }) => ({
    query: { personId: busy.id },
    where: 'and actor_id = $2',
    values: [busy.id],
  }),
  'one loan': ({ loanId }) => ({
    query: { loanId },
    where: 'and chain_id = $2',
    values: [loanId],
  }),
  'a common kind': () => ({
    query: { kind: 'document.read' },
    where: 'and kind = $2',
    values: ['document.read'],
  }),
  'a rare kind': () => ({
    query: { kind: 'maintenance.cleared' },
    where: 'and kind = $2',
    values: ['maintenance.cleared'],
  }),
  'a person and a rare kind': ({ busy }) => ({
    query: { personId: busy.id, kind: 'maintenance.cleared' },
    where: 'and actor_id = $2 and kind = $3',
    values: [busy.id, 'maintenance.cleared'],
  }),
  'a loan and a kind it has not': ({ loanId }) => ({
    query: { loanId, kind: 'label.deleted' },
    where: 'and chain_id = $2 and kind = $3',
    values: [loanId, 'label.deleted'],
  }),
  'a stretch of time': () => ({
    query: { from: since(200), to: since(199) },
    where: 'and at >= $2 and at < $3',
    values: [since(200), since(199)],
  }),
};

async function measureMicroseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measure(server: TestServer, name: string, large: Log, small: Log): Promise<void> {
  const ask = async (log: Log) => {
    const { query } = FILTERS[name]!(log);
    const { status } = await server.call('listAuditEntries', { query }, { token: log.token });
    if (status !== 200) throw new Error(`${name}: ${status}`);
  };
  const { where, values } = FILTERS[name]!(large);
  const text = `select * from cairn.audit_entry where company_id = $1 ${where}
    order by at desc, id desc limit ${PAGE}`;
  const bare = () =>
    server.owner.query({ name: `bare ${name}`, text, values: [large.company.id, ...values] });
  const arms = { large: () => ask(large), small: () => ask(small), bare };
  const times: Record<keyof typeof arms, number[]> = { large: [], small: [], bare: [] };
  for (let round = -5; round < ROUNDS; round += 1) {
    const order = (Object.keys(arms) as (keyof typeof arms)[]).toSorted(() => Math.random() - 0.5);
    for (const arm of order) {
      const ms = await measureMicroseconds(arms[arm]);
      if (round >= 0) times[arm].push(ms);
    }
  }
  const [whole, few, plain] = [median(times.large), median(times.small), median(times.bare)];
  console.log(
    `${name.padEnd(30)} ${whole.toFixed(2).padStart(8)} ms  ${(whole / few).toFixed(2).padStart(7)} of ${SMALL} entries  ${(whole / plain).toFixed(2).padStart(7)} of the bare statement (${plain.toFixed(2)} ms)`,
  );
}

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ logLevel: 'silent' });
try {
  const [small, large] = [await fill(server, SMALL), await fill(server, ENTRIES)];
  await server.owner.query('vacuum analyze cairn.audit_entry');
  console.log(`${ENTRIES.toLocaleString('en-US')} entries of one company, ${ROUNDS} rounds`);
  for (const name of Object.keys(FILTERS)) await measure(server, name, large, small);
} finally {
  await server.stop();
}
