/** A lender moves from one cell to another while people write: every write that was acknowledged is there afterwards. */
import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { API_BASE_PATH, contract } from '@cairn/contract';
import { startTestCells, type TestCell, type TestCells, CookieJar } from '@cairn/testing/cells';
import { ownBuckets } from '@cairn/testing/own-buckets';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../../tools/services/profile.ts';
import { AnchorStore } from '../../platform/audit/anchors.ts';
import { AuditKeys } from '../../platform/audit/entry.ts';
import { sealAudit } from '../../platform/audit/seal.ts';
import { verifyAudit, type Finding } from '../../platform/audit/verify.ts';
import { newCellKey } from '../../platform/cells/config-cells.ts';
import { readConfig, readMoveTarget, readSetupConfig, type Config } from '../../platform/config.ts';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { setUpStore } from '../set-up-store.ts';
import { cancelMove, moveCompany, type Move } from './move-company.ts';
import type { Engine } from './unfinished-work.ts';
import { freezeCompany } from './freeze-company.ts';

const PASSWORD = 'correct horse battery staple';
const run = randomUUID().slice(0, 8);
const ONE_KEY = environment('test')['SECRET_KEY']!;
const TWO_KEY = randomBytes(32).toString('base64');

/** The environment of a cell, with its own buckets and keys. */
function environmentOf(name: 'one' | 'two'): Record<string, string> {
  return {
    ...environment('test'),
    ...ownBuckets(`move-${run}-${name}`),
    SECRET_KEY: name === 'one' ? ONE_KEY : `${TWO_KEY},${ONE_KEY}`,
  };
}

const configOf = (name: 'one' | 'two'): Config => readConfig(environmentOf(name));
const folder = mkdtempSync(join(tmpdir(), 'cairn-move-'));
let cells: TestCells;

beforeAll(async () => {
  for (const name of ['one', 'two'] as const) {
    await setUpStore(
      readSetupConfig({ ...environmentOf(name), PUBLIC_URL: 'http://loans.example' }),
    );
  }
  const own = (name: 'one' | 'two') => {
    const { store, secretKey, secretKeys, audit } = configOf(name);
    return { store, secretKey, secretKeys, audit };
  };
  cells = await startTestCells({ config: { one: own('one'), two: own('two') } });
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await cells.stop();
});

const sideOf = ({ server, cell, name }: TestCell, over: object = {}): Move['target'] => {
  const url = new URL(server.config.database.app);
  url.username = 'postgres';
  return {
    ...readMoveTarget(environmentOf(name as 'one' | 'two')),
    url: url.href,
    cell: name,
    directory: cell.directory,
    ...over,
  };
};

/** An engine that reports these workflows as running forever. */
function engineWith(ids: readonly string[] = []) {
  const ended: string[] = [];
  const engine: Engine = {
    unfinished: async () => new Set([...ids, 'cairn-send-digests']),
    stateOf: async (id) => (ids.includes(id) ? 'running' : 'done'),
    end: async (workflowIds) => void ended.push(...workflowIds),
  };
  return { engine, ended };
}

const moveOf = (idOrName: string, over: Partial<Move> = {}): Move => ({
  source: sideOf(cells.first),
  target: sideOf(cells.second),
  idOrName,
  engine: engineWith().engine,
  say: () => {},
  ...over,
});

/** A lender with an officer, a borrower, a file, a tax id and an audit log. */
async function lender(name: string) {
  const { given } = cells.first.server;
  const company = await given.company({ name });
  const officer = await given.employee(company, { level: 'OWNER', password: PASSWORD });
  const loan = await given.loan(await given.phase(company));
  const borrower = await given.account({ password: PASSWORD });
  await given.role(loan, borrower, 'BORROWER');
  await given.entity(loan, { information: { taxId: '12-3456789' } });
  const content = Buffer.from(`lease of ${name}`);
  const key = `move-test/${randomUUID()}`;
  const storage = new WorkerStorage(configOf('one').store);
  await sendInParts(storage.vault, { key, size: content.length, bytes: async () => content });
  storage.close();
  const document = await given.document(loan, borrower, {
    objectKey: key,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
  });
  const request = await given.element(loan, { answer: { documentId: document.id, by: borrower } });
  await cells.first.publish();
  return { company, officer, borrower, loan, document, request, content };
}

const logIn = async (username: string, password = PASSWORD): Promise<CookieJar> => {
  const browser = new CookieJar(cells.origin);
  const { status } = await browser.send('POST', '/api/v1/noauth/login', {
    username,
    password,
  });
  expect(status).toBe(200);
  return browser;
};

/** The environment that an operator sets for the process, or writes into the file that --target names. */
function variablesOf({ server, cell, name }: TestCell): Record<string, string> {
  const { url } = sideOf({ server, cell, name } as TestCell);
  return {
    ...environmentOf(name as 'one' | 'two'),
    MIGRATION_DATABASE_URL: url,
    CELL: name,
    CELLS: ['one', 'two']
      .map((each) => `${each}=http://${each}.internal=${newCellKey().shared}`)
      .join(),
    CELL_KEY: newCellKey().secret,
    DIRECTORY_URL: cell.directory.url,
    DIRECTORY_KEY: cell.directory.key,
  };
}

function targetFile(): string {
  const path = join(folder, 'two.env');
  const lines = Object.entries(variablesOf(cells.second)).map(
    ([name, value]) => `${name}='${value}'`,
  );
  writeFileSync(path, lines.join('\n'));
  return path;
}

async function cairn(...args: string[]): Promise<string> {
  const cli = resolve(import.meta.dirname, '../../cli.ts');
  const env = { ...process.env, ...variablesOf(cells.first) };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env });
  return stdout;
}

/** The findings of `cairn verify-audit` in the cell. */
async function auditFindings(cell: TestCell): Promise<Finding[]> {
  const { database, store, audit } = {
    ...configOf(cell.name as 'one' | 'two'),
    database: cell.server.config.database,
  };
  const keys = new AuditKeys(sideOf(cell).secretKeys);
  const anchors = new AnchorStore({ ...store, ...audit });
  const logId = randomUUID();
  const log = pino({ level: 'silent' });
  const findings: Finding[] = [];
  try {
    await sealAudit({ url: database.relay, keys, anchors, log, logId });
    await verifyAudit({
      url: database.relay,
      keys,
      anchors,
      logId,
      maxUnsealedSeconds: 3600,
      report: (finding) => void findings.push(finding),
    });
  } finally {
    anchors.close();
  }
  return findings;
}

const rowsOf = async ({ server }: TestCell, sql: string, values: unknown[]) =>
  (await server.owner.query<Record<string, string>>(sql, values)).rows;

/** Adds an event to the first cell whose workflow was started that long ago. */
async function startedWork(companyId: string, ago: string): Promise<string> {
  const [row] = await rowsOf(
    cells.first,
    `insert into cairn.event (company_id, id, at, kind, changes, workflow, input, dispatched_at)
     values ($1, gen_random_uuid(), now() - $2::interval, 'document.uploaded', '{}', 'processDocument',
       '{"of": "the test"}', now() - $2::interval)
     returning id`,
    [companyId, ago],
  );
  return row!['id']!;
}
const WORK = 'select dispatched_at, due_at <= now() as due from cairn.event where id = $1';

test('a company moves without losing a write, and its people log in as before', async () => {
  const { company, officer, borrower, loan, document, content } = await lender('Harbor Bank');
  // A borrower of two lenders in this cell. Their home cell does not change.
  const other = await lender('Alder Bank');
  const both = other.borrower;
  await cells.first.server.given.role(loan, both, 'BORROWER');
  const browser = await logIn(officer.emailAddress);

  const acknowledged: string[] = [];
  const answers = new Set<string>();
  const moving = new AbortController();
  const write = async (): Promise<void> => {
    while (!moving.signal.aborted) {
      const title = `Request ${randomUUID()}`;
      const { status, body } = await browser.send<{ code?: string }>(
        'POST',
        '/api/v2/loanmanager/elements',
        { loanId: loan.id, elements: [{ title }] },
      );
      answers.add(`${status} ${body.code ?? ''}`);
      if (status < 300) acknowledged.push(title);
      else await wait(20);
    }
  };
  const writing = [write(), write()];
  await wait(300);
  const id = await startedWork(company.id, '1 minute');
  const { engine, ended } = engineWith([id]);
  const moved = await moveCompany(moveOf(company.id, { engine }));
  moving.abort();
  await Promise.all(writing);
  expect(moved).toMatchObject({ company: { name: 'Harbor Bank' } });
  expect(acknowledged.length).toBeGreaterThan(3);

  // Every acknowledged write is in the other cell and nowhere else.
  const titles = (cell: TestCell) =>
    rowsOf(cell, `select title from cairn.element where loan_id = $1 and title like 'Request %'`, [
      loan.id,
    ]);
  expect((await titles(cells.second)).map(({ title }) => title)).toEqual(
    expect.arrayContaining(acknowledged),
  );
  expect(await titles(cells.first)).toEqual([]);
  // No other write was acknowledged. Sessions end with the move.
  expect(answers).toContain('503 UNAVAILABLE');
  expect([...answers].filter((each) => !/^(200|401|503 UNAVAILABLE)/.test(each))).toEqual([]);

  // Unfinished work starts once in the target and ends in the source.
  expect(ended).toEqual([id]);
  expect(await rowsOf(cells.second, WORK, [id])).toEqual([{ dispatched_at: null, due: true }]);

  // People who have roles only at this lender log in at the target. The other borrower logs in at home and reaches both
  // lenders from there.
  const visitor = await logIn(officer.emailAddress);
  expect(visitor.cookies.get('cairn-cell')).toBe('two');
  const opened = await visitor.send('GET', `/api/v1/loans/${loan.id}`);
  expect(opened.status).toBe(200);
  const file = await visitor.send('GET', `/api/v1/documents/${document.id}/download`);
  expect([file.status, file.body]).toEqual([200, content.toString()]);
  expect((await logIn(borrower.emailAddress)).cookies.get('cairn-cell')).toBe('two');
  const home = await logIn(both.emailAddress);
  expect(home.cookies.get('cairn-cell')).toBe('one');
  const { body } = await home.send<{ roles: { company?: { name: string } }[] }>(
    'GET',
    '/api/v1/auth/listPossibleGroupRoles',
  );
  expect(body.roles.map((role) => role.company?.name)).toContain('Harbor Bank');
  const passwords = 'select from cairn.credential where account_id = $1';
  expect(await rowsOf(cells.second, passwords, [both.id])).toEqual([]);
  expect(await rowsOf(cells.first, passwords, [officer.id])).toEqual([]);
  expect(
    await rowsOf(cells.first, 'select from cairn.company where id = $1', [company.id]),
  ).toEqual([]);
  expect(
    await rowsOf(
      cells.first,
      `select tgname from pg_trigger where tgname like 'company_moves%'`,
      [],
    ),
  ).toEqual([]);
  expect(await auditFindings(cells.first)).toEqual([]);
  expect(await auditFindings(cells.second)).toEqual([]);
}, 60_000);

test('interrupted at any step, the command is repeated, and nothing is there twice', async () => {
  const { company, officer, loan } = await lender('Summit Bank');
  const browser = await logIn(officer.emailAddress);
  const { engine } = engineWith();
  const crash = async (): Promise<never> => {
    throw new Error('the command died');
  };
  const dies = (over: Partial<Engine>) =>
    expect(moveCompany(moveOf(company.id, { engine: { ...engine, ...over } }))).rejects.toThrow(
      'the command died',
    );
  // It was started long before, and fails while the company takes no writes.
  const id = await startedWork(company.id, '2 hours');
  await dies({ unfinished: crash });
  const died = Date.now();
  // The company refuses writes with a clear error until the move is repeated or canceled.
  expect((await browser.send('PUT', `/api/v1/loans/${loan.id}/pin`)).status).toBe(503);

  const sinceDates: Date[] = [];
  const unfinished = async (since: Date) => {
    sinceDates.push(since);
    return new Set([id]);
  };
  await dies({ unfinished, stateOf: async () => 'failed', end: crash });
  expect(sinceDates[0]!.getTime()).toBeLessThan(died);
  // The directory has changed, so the move cannot be canceled.
  await expect(cancelMove(moveOf(company.id))).rejects.toThrow('repeat the move');
  expect(await cairn('company', 'move', company.id, '--target', targetFile())).toContain(
    'Summit Bank: moved',
  );
  const count = 'select count(*)::int as count from cairn.loan where company_id = $1';
  expect(await rowsOf(cells.second, count, [company.id])).toEqual([{ count: 1 }]);
  expect(await rowsOf(cells.first, count, [company.id])).toEqual([{ count: 0 }]);
  expect(await rowsOf(cells.second, WORK, [id])).toEqual([{ dispatched_at: null, due: true }]);
  // Repeating the command changes nothing.
  await moveCompany(moveOf(company.id));
  const cancel = cairn('company', 'move', company.id, '--target', targetFile(), '--cancel');
  await expect(cancel).rejects.toThrow('is not in cell one any longer');
}, 60_000);

test('a move is given up: the company stays, takes writes again, and the other cell has nothing of it', async () => {
  const { company, officer, loan } = await lender('Quarry Bank');
  const browser = await logIn(officer.emailAddress);
  const pin = () => browser.send('PUT', `/api/v1/loans/${loan.id}/pin`);
  expect((await pin()).status).toBe(200);
  // The directory does not know this cell, so everything is copied and then the change of the directory fails.
  const target = sideOf(cells.second, { cell: 'three' });
  await expect(moveCompany(moveOf(company.id, { target }))).rejects.toThrow('foreign key');
  const count = 'select count(*)::int as count from cairn.loan where company_id = $1';
  expect(await rowsOf(cells.second, count, [company.id])).toEqual([{ count: 1 }]);
  expect(await pin()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const changed = 'seven lanterns on a quiet pier';
  const change = (oldPassword: string, newPassword: string) =>
    new CookieJar(cells.origin).send('POST', API_BASE_PATH + contract.newPassword.path, {
      username: officer.emailAddress,
      oldPassword,
      newPassword,
    });
  expect((await change(PASSWORD, changed)).status).toBe(503);

  await cancelMove(moveOf(company.id, { target }));
  expect((await pin()).status).toBe(200);
  expect(await rowsOf(cells.second, count, [company.id])).toEqual([{ count: 0 }]);
  expect((await change(PASSWORD, changed)).status).toBe(200);

  // The rows that the first attempt left in the target are replaced by those of the second.
  await moveCompany(moveOf(company.id));
  expect((await change(PASSWORD, changed)).status).toBe(401);
  expect((await logIn(officer.emailAddress, changed)).cookies.get('cairn-cell')).toBe('two');
}, 60_000);

test('given up twice, because a table was being read, what failed meanwhile begins again once', async () => {
  const { company } = await lender('Mill Bank');
  const { engine } = engineWith();
  const id = await startedWork(company.id, '2 hours');
  const failing: Engine = {
    ...engine,
    unfinished: async () => new Set([id]),
    stateOf: async (each) => (each === id ? 'failed' : 'done'),
  };
  await freezeCompany(sideOf(cells.first).url, company.id);
  const lines: string[] = [];
  const cancel = () =>
    cancelMove(moveOf(company.id, { engine: failing, say: (line) => void lines.push(line) }));
  const reader = await cells.first.server.owner.connect();
  try {
    await reader.query('begin');
    await reader.query('select from cairn.company limit 1');
    await cancel();
    expect(lines[0]).toContain('triggers are off and could not be dropped');
    await cancel();
  } finally {
    await reader.query('commit');
    reader.release();
  }
  await cancel();
  const waitingEvents = `select id from cairn.event where company_id = $1 and workflow = 'processDocument'
    and dispatched_at is null`;
  expect(await rowsOf(cells.first, waitingEvents, [company.id])).toHaveLength(1);
}, 60_000);

test('a company is moved by one command at a time, and not into its own database', async () => {
  const { company } = await lender('Ferry Bank');
  const { engine } = engineWith();
  let second: unknown;
  const unfinished = async (since: Date) => {
    second ??= await moveCompany(moveOf(company.id)).catch((error: unknown) => error);
    return engine.unfinished(since);
  };
  await moveCompany(moveOf(company.id, { engine: { ...engine, unfinished } }));
  expect(second).toMatchObject({ message: expect.stringContaining('another command moves') });
  const { url } = sideOf(cells.second);
  const same = sideOf(cells.second, { url, cell: 'one' });
  const back = moveOf(company.id, { source: sideOf(cells.second), target: same });
  await expect(moveCompany(back)).rejects.toThrow('both environments name the same database');
});

test('while a company moves, the oldest deliveries of all companies are still dropped', async () => {
  const { company } = await lender('Jetty Bank');
  const other = await cells.first.server.given.company();
  const account = await cells.first.server.given.account();
  const { owner, config } = cells.first.server;
  const insert = `insert into cairn.message_delivery (company_id, id, account_id, channel, address, topic, loan_ids)
    values ($1, gen_random_uuid(), $2, 'EMAIL', 'kim@example.com', 'REQUESTS', '{}')`;
  await owner.query(insert, [company.id, account.id]);
  // An old delivery with its report, which is deleted with it. Inserted with an old date, it would have been deleted at
  // once.
  await owner.query(
    `update cairn.message_delivery set created_at = 'epoch' where company_id = $1`,
    [company.id],
  );
  await owner.query(
    `insert into cairn.delivery_report (company_id, provider, report_id, delivery_id)
     select company_id, 'SES', 'of the test', id from cairn.message_delivery where company_id = $1`,
    [company.id],
  );
  const reports = () =>
    rowsOf(cells.first, 'select from cairn.delivery_report where company_id = $1', [company.id]);
  expect(await reports()).toHaveLength(1);
  await freezeCompany(sideOf(cells.first).url, company.id);
  const app = new pg.Client(config.database.app);
  await app.connect();
  try {
    await app.query('begin');
    await app.query(`select set_config('app.company_id', $1, true)`, [other.id]);
    await app.query(insert, [other.id, account.id]);
    await app.query('commit');
  } finally {
    await app.end();
  }
  expect(await reports()).toEqual([]);
  await cancelMove(moveOf(company.id));
});

test('a company does not move to a cell that could not read it, has its subdomain or its address', async () => {
  const { company, officer } = await lender('Meadow Bank');
  const to = (over: object) =>
    moveCompany(moveOf(company.id, { target: sideOf(cells.second, over) }));
  await expect(to({ secretKeys: [TWO_KEY] })).rejects.toThrow('SECRET_KEY of two must list');
  await expect(to({ store: sideOf(cells.first).store })).rejects.toThrow('the same bucket');
  await expect(to({ cell: 'one' })).rejects.toThrow('both environments are of cell one');
  const { given, owner } = cells.second.server;
  const trust = await given.company({ name: 'Meadow Trust' });
  await owner.query(`update cairn.company set subdomain = 'meadow' where id = $1`, [trust.id]);
  await cells.first.server.owner.query(
    `update cairn.company set subdomain = 'meadow' where id = $1`,
    [company.id],
  );
  await expect(to({})).rejects.toThrow('Meadow Trust has the company’s subdomain there');
  await owner.query('update cairn.company set subdomain = null where id = $1', [trust.id]);
  const stranger = await given.account({ emailAddress: officer.emailAddress });
  await expect(to({})).rejects.toThrow(stranger.id);
  await cancelMove(moveOf(company.id));
}, 60_000);
