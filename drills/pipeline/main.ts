/**
 * node drills/pipeline/main.ts [--quick] [--uploads 200] [--conversions 50] [--exports 5] [--kills 25] [--control tamper]
 *
 * Kills web, worker, object store, scanner and engine while files are uploaded, converted and exported. Afterwards
 * nothing may be lost and no work left open; then bytes in the vault are changed, and each must be found. See
 * drills/README.md.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createTestData, type Element, type Loan } from '@cairn/testing/factories/test-data';
import { Random } from '@cairn/testing/random';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { Bucket } from '@cairn/server/platform/object-storage';
import pg from 'pg';
import { killService, startService, up, type ServiceName } from '../../tools/services/index.ts';
import { exclusively, waitUntil } from '../../tools/services/process.ts';
import { assertDurable, recreateDatabase } from '../kill/database.ts';
import { Role } from '../kill/processes.ts';
import { databaseUrl, ORIGIN, processEnvironment, PROFILE } from '../kill/settings.ts';
import { askForExport, sendOne, type Sent } from './load.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    uploads: { type: 'string' },
    conversions: { type: 'string' },
    exports: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string' },
    control: { type: 'string' },
  },
});
const short = values.quick || values.control !== undefined;
const UPLOADS = Number(values.uploads ?? (short ? 20 : 200));
const CONVERSIONS = Number(values.conversions ?? (short ? 5 : 50));
const EXPORTS = Number(values.exports ?? (short ? 1 : 5));
const KILLS = Number(values.kills ?? (short ? 5 : 25));
const SEED = Number(values.seed ?? Date.now() % 1_000_000);
/** One in this many files has a virus, and must never be served. */
const INFECTED_EVERY = 20;
const CLIENTS = 4;
const SETTLE_MS = 900_000;
/** Files whose stored bytes are changed afterwards, half by a bit, half in length. */
const DAMAGED = short ? 4 : 20;
const VICTIMS = ['web', 'worker', 'store', 'scanner', 'engine'] as const;

if (values.control !== undefined && values.control !== 'tamper') {
  throw new Error(`unknown control ${values.control}`);
}

const random = new Random(SEED);
const owner = new pg.Pool({ connectionString: databaseUrl('postgres'), max: 4 });
owner.on('error', () => {});

async function makeWorld() {
  const given = createTestData(owner);
  const company = await given.company({ name: 'Drill Bank' });
  const phase = await given.phase(company);
  const account = await given.employee(company, { level: 'OWNER' });
  const token = await given.session(account, { roleLevel: 'LENDER', company });
  await owner.query(`update cairn.session set idle = interval '12 hours'`);
  const loans: Loan[] = [];
  for (let index = 0; index < Math.max(1, EXPORTS); index += 1) {
    loans.push(await given.loan(phase));
  }
  const elements: [Loan, Element][] = [];
  for (let index = 0; index < UPLOADS; index += 1) {
    const loan = loans[index % loans.length]!;
    elements.push([loan, await given.element(loan, { title: `Request ${index + 1}` })]);
  }
  return { token, loans, elements };
}
type World = Awaited<ReturnType<typeof makeWorld>>;

const isAnswering = async (token: string): Promise<boolean> => {
  const answer = await fetch(`${ORIGIN}/api/v2/users/loggedUser`, {
    headers: { cookie: `cairn-session=${token}` },
    signal: AbortSignal.timeout(2000),
  });
  await answer.body?.cancel();
  return answer.ok;
};

const service = (name: ServiceName) => ({
  kill: () => killService(PROFILE, name),
  start: () => startService(PROFILE, name),
});

/** Requests files repeatedly while the scanner comes and goes: only clean ones may be served. */
async function watchServing(token: string, uploads: readonly Sent[], isOver: () => boolean) {
  let calls = 0;
  let served = 0;
  while (!isOver()) {
    const one = uploads[random.below(Math.max(1, uploads.length))];
    if (one) {
      const { rows } = await owner.query<{ state: string }>(
        'select virus_scan_state as state from cairn.document where id = $1',
        [one.id],
      );
      const before = rows[0]?.state;
      const answer = await fetch(`${ORIGIN}/api/v1/documents/${one.id}/download`, {
        headers: { cookie: `cairn-session=${token}` },
        signal: AbortSignal.timeout(5000),
      }).catch(() => undefined);
      if (answer) {
        calls += 1;
        await answer.body?.cancel().catch(() => {});
        if (answer.ok && (one.kind === 'infected' || before === 'INFECTED')) served += 1;
        if (answer.ok && before !== 'CLEAN') {
          // Some may have been scanned in between, so only those that are still not clean were served unscanned.
          const after = await owner.query<{ state: string }>(
            'select virus_scan_state as state from cairn.document where id = $1',
            [one.id],
          );
          if (after.rows[0]?.state !== 'CLEAN') served += 1;
        }
      }
    }
    await wait(150);
  }
  return { asked: calls, served };
}

/** A document that could not be processed (FAILED) is tried again after a pause. */
const OPEN = `
  select (select count(*)::int from cairn.document where virus_scan_state in ('PENDING', 'ERROR') and scan_reason is null)
    + (select count(*)::int from cairn.document where virus_scan_state = 'CLEAN'
        and (content_state is null or content_state in ('PROCESSING', 'READING', 'FAILED')))
    + (select count(*)::int from cairn.package_file where state in ('QUEUED', 'RUNNING')) as open`;
const countOpen = async (): Promise<number> =>
  (await owner.query<{ open: number }>(OPEN)).rows[0]!.open;

interface Finding {
  readonly fault: string;
  readonly text: string;
}

async function judge(
  uploads: readonly Sent[],
  vault: Bucket,
  exportsAsked: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { rows } = await owner.query<Record<string, string | null>>(
    `select d.id, virus_scan_state as state, content_state as content, encode(sha256, 'hex') as sha256,
       vault_key as key, e.id as element from cairn.document d
     left join cairn.element e on e.answer_document_id = d.id`,
  );
  const byId = new Map(rows.map((row) => [row['id']!, row]));
  for (const { id, sha256, kind, elementId } of uploads) {
    const row = byId.get(id);
    const say = (fault: string, text: string) => findings.push({ fault, text: `${id}: ${text}` });
    if (!row) {
      say('lost', 'acknowledged, and not there');
      continue;
    }
    if (row['element'] !== elementId) say('lost', 'answers another request');
    if (kind === 'infected') {
      if (row['state'] !== 'INFECTED') say('unscanned', `a virus is ${row['state']}`);
      continue;
    }
    if (row['state'] !== 'CLEAN') say('open', `is ${row['state']}`);
    else if (row['content'] !== 'READY') say('open', `its pages are ${row['content']}`);
    const bytes = row['key'] ? await vault.read(row['key']).then(digestOf, String) : 'no bytes';
    if (row['sha256'] !== sha256 || bytes !== sha256) say('lost', `stored ${bytes}`);
  }
  const exports = await owner.query<{ state: string; count: number }>(
    'select state, count(*)::int from cairn.package_file group by 1',
  );
  for (const { state, count } of exports.rows) {
    if (state !== 'READY') findings.push({ fault: 'open', text: `${count} exports are ${state}` });
  }
  const ready = exports.rows.find(({ state }) => state === 'READY')?.count ?? 0;
  if (ready < exportsAsked) {
    findings.push({ fault: 'lost', text: `${ready} of ${exportsAsked} exports` });
  }
  const open = await countOpen();
  if (open > 0) findings.push({ fault: 'open', text: `${open} pieces of work` });
  return findings;
}

async function digestOf(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Serves stored bytes that were changed after the scan: none may be returned. */
async function unnoticedDamage(token: string, uploads: readonly Sent[], vault: Bucket) {
  const { rows } = await owner.query<{ id: string; key: string }>(
    `select id, vault_key as key from cairn.document where virus_scan_state = 'CLEAN' and id = any($1::uuid[])
     order by id limit $2`,
    [uploads.map(({ id }) => id), DAMAGED],
  );
  const unnoticed: string[] = [];
  for (const [index, { id, key }] of rows.entries()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await vault.read(key)) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const isCut = index % 2 === 1;
    if (!isCut) bytes[random.below(bytes.length)]! ^= 1 << random.below(8);
    const changed = isCut ? bytes.subarray(0, bytes.length - 1) : bytes;
    await vault.remove(key);
    await sendInParts(vault, {
      key,
      size: changed.length,
      bytes: async (from, to) => changed.subarray(from, to),
    });
    const answer = await fetch(`${ORIGIN}/api/v1/documents/${id}/download`, {
      headers: { cookie: `cairn-session=${token}` },
    });
    const body = Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (answer.ok && body.length > 0) unnoticed.push(id);
  }
  return { changed: rows.length, unnoticed };
}

async function drill(): Promise<boolean> {
  const began = performance.now();
  await up(PROFILE);
  await assertDurable();
  await recreateDatabase();
  const world = await makeWorld();
  const env = processEnvironment(`cairn-pipeline-${Date.now()}`);
  const web = new Role({
    role: 'web',
    env: { ...env, LOG_LEVEL: 'warn' },
    healthy: () => isAnswering(world.token),
  });
  const worker = new Role({
    role: 'worker',
    env,
    healthy: async (printed) => printed.includes('worker is running'),
  });
  const vault = new Bucket(
    { endpoint: env['S3_ENDPOINT']!, region: env['S3_REGION']! },
    env['S3_VAULT_BUCKET']!,
    {
      accessKeyId: env['S3_WORKER_ACCESS_KEY_ID']!,
      secretAccessKey: env['S3_WORKER_SECRET_ACCESS_KEY']!,
    },
  );
  process.once('exit', () => [web, worker].forEach((role) => role.killNow()));
  try {
    await Promise.all([web.start(), worker.start()]);
    return await run(world, { web, worker, vault, began });
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
    vault.close();
  }
}

interface Stage {
  readonly web: Role;
  readonly worker: Role;
  readonly vault: Bucket;
  readonly began: number;
}

async function run(world: World, { web, worker, vault, began }: Stage): Promise<boolean> {
  const { token, loans, elements } = world;
  const uploads: Sent[] = [];
  const waiting = elements.entries();
  let isLoaded = false;
  let exportsAsked = 0;
  const kindOf = (index: number): Sent['kind'] => {
    if ((index + 1) % INFECTED_EVERY === 0) return 'infected';
    // Conversions are spread over the whole run.
    return index % Math.max(1, Math.floor(UPLOADS / CONVERSIONS)) === 0 ? 'docx' : 'pdf';
  };
  const client = async (): Promise<void> => {
    for (const [index, [loan, element]] of waiting) {
      uploads.push(await sendOne(token, loan, element, { number: index + 1, kind: kindOf(index) }));
      // Exports are requested while other files are still being uploaded.
      if (uploads.length % Math.ceil(UPLOADS / (EXPORTS + 1)) === 0 && exportsAsked < EXPORTS * 2) {
        await askForExport(token, loans[(exportsAsked / 2) % loans.length]!);
        exportsAsked += 2;
      }
    }
  };
  const victims = {
    web,
    worker,
    store: service('s3'),
    scanner: service('clamd'),
    engine: service('temporal'),
  };
  let isKilled = false;
  const killing = (async () => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      const victim = VICTIMS[kills % VICTIMS.length]!;
      await wait(random.between(400, 3000));
      await victims[victim].kill();
      await wait(random.between(0, 1500));
      await victims[victim].start();
      console.log(`${kills + 1}/${KILLS} ${victim}, ${uploads.length} files sent`);
    }
    isKilled = true;
  })();
  const served = watchServing(token, uploads, () => isLoaded && isKilled);
  const loading = Promise.all(Array.from({ length: CLIENTS }, client));
  await Promise.all([loading, killing]);
  isLoaded = true;
  // Requested before the last file arrived: requested again with all files.
  for (const loan of loans.slice(0, EXPORTS)) await askForExport(token, loan);
  const watched = await served;
  const isSettled = await waitUntil(async () => (await countOpen()) === 0, SETTLE_MS, 1000);
  if (values.control === 'tamper') await tamper(uploads, vault);
  const findings = await judge(uploads, vault, exportsAsked);
  if (values.control === 'tamper') {
    const faults = new Set(findings.map(({ fault }) => fault));
    const isCaught = faults.has('lost') && faults.has('open') && faults.has('unscanned');
    console.log(isCaught ? 'control caught' : `control NOT caught: ${[...faults].join()}`);
    return isCaught;
  }
  const damage = await unnoticedDamage(token, uploads, vault);
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  console.log(
    `\n${KILLS} kills, ${uploads.length} files (${uploads.filter(({ kind }) => kind === 'docx').length} converted, ` +
      `${uploads.filter(({ kind }) => kind === 'infected').length} infected), ${exportsAsked} exports asked during the kills, ` +
      `${minutes} minutes, seed ${SEED}\n` +
      `lost: ${findings.filter(({ fault }) => fault === 'lost').length}, ` +
      `left open: ${findings.filter(({ fault }) => fault === 'open').length}, ` +
      `settled: ${isSettled}, falls: ${web.falls + worker.falls}\n` +
      `asked for ${watched.asked} downloads meanwhile, served what was not clean: ${watched.served}\n` +
      `changed at rest: ${damage.changed}, not noticed: ${damage.unnoticed.length}`,
  );
  for (const { fault, text } of findings) console.log(`${fault}: ${text}`);
  return (
    findings.length === 0 && isSettled && watched.served === 0 && damage.unnoticed.length === 0
  );
}

/** For the control: a file without its bytes, one whose workflow never ended, and a virus that was served. */
async function tamper(uploads: readonly Sent[], vault: Bucket): Promise<void> {
  const [first, second] = uploads.filter(({ kind }) => kind !== 'infected');
  const { rows } = await owner.query<{ key: string }>(
    'select vault_key as key from cairn.document where id = $1',
    [first!.id],
  );
  await vault.remove(rows[0]!.key);
  await owner.query(`update cairn.document set content_state = 'PROCESSING' where id = $1`, [
    second!.id,
  ]);
  const infected = uploads.find(({ kind }) => kind === 'infected')!;
  await owner.query(
    `update cairn.document set virus_scan_state = 'CLEAN', scan_reason = null, sha256 = sha256('x'), vault_key = 'x',
       content_state = 'READY' where id = $1`,
    [infected.id],
  );
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.log(`seed ${SEED}, ${UPLOADS} uploads, ${EXPORTS} exports, ${KILLS} kills`);
const isPassed = await exclusively('kill-drill', drill);
await owner.end();
process.exit(isPassed ? 0 : 1);
