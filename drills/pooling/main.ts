/**
 * node drills/pooling/main.ts [--jobs 50000] [--control]
 *
 * Bar C2: the product's own database layer behind PgBouncer in transaction mode, 40 clients on 4 server
 * connections, while statements are canceled, time out and fail, and sockets are cut. No job may see a row or a
 * context of another company. With --control the context is set for the session instead of the transaction, and
 * the drill must find that. See drills/README.md.
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { makeDatabase, makeTemplate, ownerPool } from '@cairn/testing';
import { hashToken } from '@cairn/server/platform/crypto';
import { Db, type Scope } from '@cairn/server/platform/db/db';
import { statement, type Statement } from '@cairn/server/platform/db/pipeline';
import { environment, up } from '../../tools/services/index.ts';
import { PgbouncerUnavailable } from '../../tools/services/pgbouncer.ts';
import { Disturbance } from './disturbance.ts';
import { startPgbouncer } from './pgbouncer.ts';

const COMPANIES = 50;
const CLIENTS = 40;

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '50000' }, control: { type: 'boolean' } },
});
const jobs = Number(values.jobs);
const isControl = values.control ?? false;

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
const owner = ownerPool(database);
const bouncer = await startPgbouncer(database.urls.app).catch(async (error: unknown) => {
  await owner.end();
  await database.drop();
  if (!(error instanceof PgbouncerUnavailable)) throw error;
  console.error(`SKIPPED: PgBouncer could not be fetched or built here: ${error.message}`);
  // The exit code for "skipped": the caller decides whether a skipped drill may pass.
  process.exit(75);
});

interface Tenant {
  id: string;
  scopes: Scope[];
}
const name = new URL(database.urls.owner).pathname.slice(1);
// The slow statements below exceed this timeout.
await owner.query(`alter role cairn_app in database ${name} set statement_timeout = '60ms'`);
await owner.query(`alter role cairn_app in database ${name} set search_path = cairn`);
const tenants: Tenant[] = [];
for (let index = 0; index < COMPANIES; index += 1) {
  const [id, account, stamp] = [randomUUID(), randomUUID(), randomUUID()];
  const tokenHash = hashToken(id);
  await owner.query('insert into cairn.company (id, name) values ($1, $2)', [id, id]);
  for (let phase = 1; phase <= 5; phase += 1) {
    await owner.query(`insert into cairn.phase values ($1, gen_random_uuid(), $2, 'LEAD', $3)`, [
      id,
      `Phase ${phase}`,
      phase,
    ]);
  }
  await owner.query('insert into cairn.account (id, email_address) values ($1, $2)', [
    account,
    `${account}@example.com`,
  ]);
  await owner.query(
    `insert into cairn.session (token_hash, account_id, company_id, role_level, stamp, ends_at)
     values ($1, $2, $3, 'LENDER', $4, now() + interval '1 day')`,
    [tokenHash, account, id, stamp],
  );
  tenants.push({
    id,
    scopes: [
      { kind: 'company', companyId: id },
      { kind: 'session', tokenHash, stamp },
    ],
  });
}

const db = new Db({ url: bouncer.url, poolSize: CLIENTS, queryTimeoutMs: 5000 });
const disturbance = new Disturbance(db, owner, bouncer.url);

interface Seen {
  company_id: string;
  context: string;
}
const sql = <R>(
  text: string,
  ...parameters: unknown[]
): { statement(): Statement; rowType?: R } => ({
  statement: () => statement(text, parameters),
});
const CONTEXT = `current_setting('app.company_id', true) as context`;
/** Thirty different statements, so that connections keep getting statements that they have not prepared yet. */
const look = (index: number) =>
  sql<Seen>(
    `select company_id, ${CONTEXT} from phase order by display_order limit ${1 + (index % 30)}`,
  );
const slow = sql<Seen>(`select company_id, ${CONTEXT}, pg_sleep(0.1) from phase limit 1`);
const fails = sql('select 1 / (random() * 0)::int');
const insert = (companyId: string, account: string) =>
  sql<Seen>(
    `insert into idempotency (account_id, key, request_hash, status, reply)
     values ($2, gen_random_uuid(), '', 200, to_jsonb(current_setting('app.company_id')))
     returning $1::uuid as company_id, ${CONTEXT}`,
    companyId,
    account,
  );

const result = { done: 0, wrong: 0, leaked: 0, expected: 0, errors: new Map<string, number>() };

function check({ id }: Tenant, rows: readonly Seen[]): void {
  for (const row of rows) {
    if (row.company_id === id && row.context === id) continue;
    result.wrong += 1;
    if (result.wrong <= 5)
      console.error(`wrong company: asked as ${id}, got ${JSON.stringify(row)}`);
  }
}

/** Canceled, timed out, cut, or failing on purpose; any other error is a bug. */
const isExpected = (error: Error & { code?: string }): boolean =>
  ['57014', '22012', 'ECONNRESET', 'EPIPE'].includes(error.code ?? '') ||
  /Connection terminated|cut by the drill|did not answer in time|client_login_timeout|Client has encountered a connection error/.test(
    error.message,
  );

async function job(index: number): Promise<void> {
  const tenant = tenants[index % COMPANIES]!;
  const scope = tenant.scopes[(index >> 3) % 2]!;
  switch (index % 6) {
    case 0:
      return check(tenant, await db.reads(scope).run(look(index)));
    case 1: {
      const [one, two] = await db.reads(scope).together(look(index), look(index + 7));
      check(tenant, one);
      return check(tenant, two);
    }
    case 2:
      return db.write(scope, async (tx) => {
        check(tenant, await tx.run(look(index)));
        check(tenant, await tx.run(insert(tenant.id, randomUUID())));
        check(tenant, await tx.run(look(index + 3)));
      });
    case 3:
      return check(tenant, await db.reads(scope).run(slow));
    case 4:
      // A flush with a failure before a statement that this connection may not have prepared yet.
      await db.write(scope, (tx) => tx.run(look(index * 11)), { query: fails, check: () => {} });
      return undefined;
    default: {
      const [row] = await db
        .reads({ kind: 'anonymous' })
        .run(
          sql<{ rows: number; context: string }>(
            `select (select count(*)::int from phase) as rows, coalesce(${CONTEXT.split(' as ')[0]}, '') as context`,
          ),
        );
      if (row!.rows !== 0 || row!.context !== '') {
        result.leaked += 1;
        if (result.leaked <= 5) console.error(`without a scope: ${JSON.stringify(row)}`);
      }
      return undefined;
    }
  }
}

/** The effect of a session-level context behind a pooler that shares connections. */
async function controlJob(index: number): Promise<void> {
  const tenant = tenants[index % COMPANIES]!;
  const client = await disturbance.pool.connect();
  let isBroken = true;
  try {
    await client.query(`select set_config('app.company_id', $1, false)`, [tenant.id]);
    const { rows } = await client.query<Seen>(`select company_id, ${CONTEXT} from cairn.phase`);
    check(tenant, rows);
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

const began = performance.now();
let next = 0;
disturbance.start();
await Promise.all(
  Array.from({ length: CLIENTS }, async () => {
    while (next < jobs) {
      const index = next;
      next += 1;
      try {
        await (isControl ? controlJob(index) : job(index));
        result.done += 1;
      } catch (error) {
        if (isExpected(error as Error)) result.expected += 1;
        else {
          const text = `${(error as { code?: string }).code ?? ''} ${(error as Error).message}`;
          result.errors.set(text, (result.errors.get(text) ?? 0) + 1);
        }
      }
    }
  }),
);
const disturbed = await disturbance.stop();
const seconds = (performance.now() - began) / 1000;

// Rows written under a context contain it.
const { rows } = await owner.query<{ written: number }>(
  `select count(*)::int as written from cairn.idempotency`,
);
await db.close();
await bouncer.stop();
await owner.end();
await database.drop();

const unexpected = [...result.errors.values()].reduce((sum, count) => sum + count, 0);
for (const [text, count] of result.errors) console.error(`${count} × ${text}`);
console.log(
  `pooling: ${jobs} jobs in ${seconds.toFixed(0)} s (${Math.round(jobs / seconds)}/s), PgBouncer ${bouncer.version}, ` +
    `${disturbed.canceled} cancel requests, ${disturbed.backends} backends canceled, ${disturbed.cut} sockets cut; ` +
    `${result.done} done, ${result.expected} failed as meant, ${unexpected} other errors, ${rows[0]!.written} rows written; ` +
    `${result.wrong} rows of a wrong company, ${result.leaked} leaks without a scope`,
);
if (isControl) {
  const isCaught = result.wrong > 0;
  console.log(
    isCaught ? `control caught: ${result.wrong} rows of a wrong company` : 'control MISSED',
  );
  process.exit(isCaught ? 0 : 1);
}
const isEnough = disturbed.canceled > 0 && disturbed.cut > 0 && result.expected > 0;
process.exit(result.wrong + result.leaked + unexpected === 0 && isEnough ? 0 : 1);
