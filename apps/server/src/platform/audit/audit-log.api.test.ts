/** Threat row 26 of the bars: changes that the database's owner makes to the audit log are detected. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AnchorStore } from './anchors.ts';
import { AuditKeys } from './entry.ts';
import { sealAudit } from './seal.ts';
import { verifyAudit, type Finding } from './verify.ts';

let server: TestServer;
let company: Company;
let dana: Account;
let token: string;
let anchors: AnchorStore;
let keys: AuditKeys;
const logId = randomUUID();
const logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(line) });

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  dana = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  keys = new AuditKeys(server.config.secretKeys);
  const { store, audit } = server.config;
  anchors = new AnchorStore({ ...store, ...audit });
});
afterAll(async () => {
  anchors.close();
  await server.stop();
});

const url = () => server.config.database.relay;
const seal = (over: { logId?: string } = {}) =>
  sealAudit({ url: url(), keys, anchors, log, logId, ...over });
const verify = async (over: { keys?: AuditKeys; logId?: string | undefined } = {}) => {
  const findings: Finding[] = [];
  const summary = await verifyAudit({
    url: url(),
    keys,
    anchors,
    logId,
    maxUnsealedSeconds: 3600,
    report: (finding) => void findings.push(finding),
    ...over,
  });
  return { summary, findings };
};
const findingsOf = async (loan: Loan) =>
  (await verify()).findings.filter(({ chainId }) => chainId === loan.id).map(({ kind }) => kind);

/** A loan with some entries, written by the application. */
async function loanWithEntries(count = 3): Promise<Loan> {
  const loan = await server.given.loan(await server.given.phase(company));
  for (let each = 0; each < count; each += 1) {
    await server.call('pinLoan', { params: { id: loan.id } }, { token });
  }
  return loan;
}

/** What an owner who knows the format does after a change: computes every hash and the head again. */
async function recompute(loan: Loan): Promise<void> {
  await server.owner.query(
    `do $$
     declare e cairn.audit_entry; previous bytea := '';
     begin
       for e in select * from cairn.audit_entry where chain_id = '${loan.id}' order by position loop
         previous := app.audit_hash_of(previous, e);
         update cairn.audit_entry a set hash = previous
         where (a.company_id, a.chain_id, a.position) = (e.company_id, e.chain_id, e.position);
       end loop;
       update cairn.audit_chain set head = previous,
         length = (select count(*) from cairn.audit_entry where chain_id = '${loan.id}')
       where chain_id = '${loan.id}';
     end $$`,
  );
  // The database itself sees nothing wrong.
  const { body } = await server.call(
    'verifyAuditChain',
    { params: { loanId: loan.id } },
    { token },
  );
  expect(body.state).toBe('UNBROKEN');
}
const asOwner = (statement: string, loan: Loan) => server.owner.query(statement, [loan.id]);

describe('the audit log as it was written', () => {
  test('has nothing to be found, before and after it is anchored', async () => {
    const loan = await loanWithEntries();
    await seal();
    await loanWithEntries();
    const { summary, findings } = await verify();
    expect(findings).toEqual([]);
    expect(summary.anchors).toBeGreaterThan(0);
    const { rows } = await asOwner(
      'select version, mac from cairn.audit_entry where chain_id = $1',
      loan,
    );
    for (const row of rows) expect(row).toMatchObject({ version: 2, mac: expect.any(Buffer) });
  });

  test('is anchored once, by one of several workers, and only what is new', async () => {
    await loanWithEntries();
    await seal();
    const loan = await loanWithEntries(2);
    const results = await Promise.all([seal(), seal(), seal()]);
    expect(results.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(1);
    expect(await seal()).toBe(0);
    expect(await findingsOf(loan)).toEqual([]);
  });

  test('is anchored in the order of its entries, also the tenth and later ones', async () => {
    const loan = await loanWithEntries(12);
    logged.length = 0;
    expect(await seal()).toBeGreaterThan(0);
    expect(logged).toEqual([]);
    const { rows } = await asOwner(
      'select length from cairn.audit_sealed where chain_id = $1',
      loan,
    );
    expect(rows.map(({ length }) => Number(length))).toEqual([12]);
  });

  test('is whole after a crash between the anchor and the note of it', async () => {
    await seal();
    const loan = await loanWithEntries();
    const before = await server.owner.query('select * from cairn.audit_log');
    await seal();
    await server.owner.query('update cairn.audit_log set sequence = $1, mac = $2', [
      before.rows[0].sequence,
      before.rows[0].mac,
    ]);
    await asOwner('delete from cairn.audit_sealed where chain_id = $1', loan);
    await seal();
    await server.call('pinLoan', { params: { id: loan.id } }, { token });
    await seal();
    expect((await verify()).findings).toEqual([]);
  });

  test('is verified with the keys of before and after a rotation', async () => {
    const rotated = new AuditKeys([
      'another key of thirty-two bytes!',
      ...server.config.secretKeys,
    ]);
    expect((await verify({ keys: rotated })).findings).toEqual([]);
    const without = new AuditKeys('another key of thirty-two bytes!');
    expect((await verify({ keys: without })).findings).not.toEqual([]);
  });
});

describe('the owner of the database is found out', () => {
  test('who rewrites an entry and computes all hashes anew, before it is anchored', async () => {
    const loan = await loanWithEntries();
    await asOwner(
      `update cairn.audit_entry set kind = 'loan.unpinned' where chain_id = $1 and position = 2`,
      loan,
    );
    await recompute(loan);
    expect(await findingsOf(loan)).toEqual(['entry-broken']);
  });

  test.each([
    ['person', 'actor_id = null'],
    ['kind', `kind = 'loan.unpinned'`],
    ['detail', `detail = '{"a":1}'`],
    ['source address', `source_address = '198.51.100.1'`],
    ['time', `at = at - interval '1 day'`],
    ['MAC', `mac = sha256('x')`],
  ])(
    'who rewrites the %s of an entry and computes all hashes anew, after it is anchored',
    async (_, change) => {
      const loan = await loanWithEntries();
      await seal();
      await asOwner(
        `update cairn.audit_entry set ${change} where chain_id = $1 and position = 2`,
        loan,
      );
      await recompute(loan);
      expect(await findingsOf(loan)).toContain('entry-rewritten');
    },
  );

  test('who deletes a whole chain, with its head and its events', async () => {
    const loan = await loanWithEntries();
    await seal();
    for (const table of ['audit_entry', 'audit_chain', 'audit_sealed']) {
      await asOwner(`delete from cairn.${table} where chain_id = $1`, loan);
    }
    await asOwner('delete from cairn.event where loan_id = $1', loan);
    expect(await findingsOf(loan)).toEqual(['chain-deleted']);
  });

  test('who cuts the last entries off', async () => {
    const loan = await loanWithEntries();
    await seal();
    await asOwner('delete from cairn.audit_entry where chain_id = $1 and position > 1', loan);
    await recompute(loan);
    expect(await findingsOf(loan)).toEqual(['entry-missing']);
  });

  test('who changes the order of two entries', async () => {
    const loan = await loanWithEntries();
    await seal();
    await asOwner(
      `update cairn.audit_entry set position = case position when 1 then 102 when 2 then 101 else position end
       where chain_id = $1`,
      loan,
    );
    await asOwner(
      'update cairn.audit_entry set position = position - 100 where chain_id = $1 and position > 100',
      loan,
    );
    await recompute(loan);
    expect(await findingsOf(loan)).toContain('entry-rewritten');
  });

  test('who writes an entry of their own, and before it is anchored the log says so', async () => {
    const loan = await loanWithEntries();
    await seal();
    await server.owner.query(
      `set app.platform = 'yes'; select app.record(gen_random_uuid(), '${company.id}', '${dana.id}', 'loan.pinned',
         '${loan.id}', null, false, '{}', '{}', null, null); reset app.platform`,
    );
    logged.length = 0;
    await seal();
    expect(logged.join('')).toContain('"event":"audit.broken"');
    expect(await findingsOf(loan)).toEqual(['entry-broken']);
  });

  test('who copies an entry with its MAC into another chain', async () => {
    const [from, to] = [await loanWithEntries(1), await loanWithEntries(1)];
    await server.owner.query(
      `insert into cairn.audit_entry select company_id, $2, 2, id, at, actor_id, kind, $2, detail, hash,
         source_address, version, mac from cairn.audit_entry where chain_id = $1`,
      [from.id, to.id],
    );
    await recompute(to);
    expect(await findingsOf(to)).toEqual(['entry-broken']);
    expect((await verify()).findings.map(({ kind }) => kind)).toContain('entry-twice');
  });
});

describe('anchors', () => {
  let s3: S3Client;
  beforeAll(() => {
    const { endpoint, region } = server.config.store;
    const { accessKeyId, secretAccessKey } = server.config.audit;
    const credentials = { accessKeyId, secretAccessKey };
    s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  });
  afterAll(() => s3.destroy());
  const kindsNow = async () => (await verify()).findings.map(({ kind }) => kind);
  const versions = async () => {
    const Bucket = server.config.audit.bucket;
    const page = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix: `audit/${logId}/` }),
    );
    return page.Versions!.map(({ Key, VersionId }) => ({
      Bucket,
      Key: Key!,
      VersionId: VersionId!,
    }));
  };

  test('cannot be deleted from the store', async () => {
    await loanWithEntries(1);
    await seal();
    const [newest] = (await versions()).toReversed();
    await expect(s3.send(new DeleteObjectCommand(newest!))).rejects.toThrow(
      /object lock|AccessDenied/,
    );
  });

  test('that are hidden by a deletion or by a new version are reported, and still read', async () => {
    const before = await kindsNow();
    const [first, second] = (await versions()).toReversed();
    await s3.send(new DeleteObjectCommand({ Bucket: first!.Bucket, Key: first!.Key }));
    await s3.send(
      new PutObjectCommand({ Bucket: second!.Bucket, Key: second!.Key, Body: 'something else' }),
    );
    const after = await kindsNow();
    expect(after.filter((kind) => kind === 'anchor-replaced')).toHaveLength(2);
    expect(after.filter((kind) => kind !== 'anchor-replaced')).toEqual(before);
  });

  test('of another log are not taken for this one', async () => {
    const other = { log: randomUUID(), sequence: 1, at: new Date().toISOString(), previous: '' };
    await anchors.write(keys, { ...other, baseline: false, withoutMac: 0, chains: [] });
    const wrong = await verify({ logId: randomUUID() });
    expect(wrong.findings.map(({ kind }) => kind)).toContain('log-unknown');
    const unnamed = await verify({ logId: undefined });
    expect(unnamed.findings.map(({ kind }) => kind)).toContain('log-unknown');
    await expect(seal({ logId: randomUUID() })).rejects.toThrow(/names the audit log/);
  });
});

describe('entries from before there were MACs', () => {
  let old: TestServer;
  let loan: Loan;
  const oldLog = randomUUID();
  const sealOld = () =>
    sealAudit({ url: old.config.database.relay, keys, anchors, log, logId: oldLog });
  const verifyOld = async () => {
    const findings: string[] = [];
    await verifyAudit({
      url: old.config.database.relay,
      keys,
      anchors,
      logId: oldLog,
      maxUnsealedSeconds: 3600,
      report: ({ kind }) => void findings.push(kind),
    });
    return findings;
  };
  const addOldEntry = (position: number) =>
    old.owner.query(
      `with before as (
         select coalesce((select hash from cairn.audit_entry
           where chain_id = $1 and position = $2 - 1), '\\x') as hash),
       entry as (select gen_random_uuid() as id, clock_timestamp() as at),
       added as (insert into cairn.audit_entry
         select $3, $1, $2, id, at, null, 'loan.pinned', $1, '{}', app.audit_hash(
           before.hash, $2, id, at, null, 'loan.pinned', $1, '{}') from before, entry returning hash)
       insert into cairn.audit_chain select $3, $1, $2, hash from added
       on conflict (company_id, chain_id) do update set length = excluded.length, head = excluded.head`,
      [loan.id, position, loan.companyId],
    );

  beforeAll(async () => {
    old = await startTestServer();
    const lender = await old.given.company();
    loan = await old.given.loan(await old.given.phase(lender));
    for (const position of [1, 2, 3]) await addOldEntry(position);
    await sealOld();
  });
  afterAll(() => old.stop());

  test('are sealed by the first anchor as they are', async () => {
    expect(await verifyOld()).toEqual([]);
  });

  test('cannot be added later', async () => {
    await addOldEntry(4);
    await sealOld();
    expect(await verifyOld()).toEqual(['entries-without-mac']);
    // A second first sealing does not hide it either.
    await old.owner.query(`update cairn.audit_log set sealed_through = '-infinity'`);
    await sealOld();
    expect(await verifyOld()).toEqual(
      expect.arrayContaining(['anchor-broken', 'entries-without-mac']),
    );
  });

  test('cannot be rewritten', async () => {
    await old.owner.query(
      `update cairn.audit_entry set kind = 'loan.unpinned' where chain_id = $1 and position = 3`,
      [loan.id],
    );
    expect(await verifyOld()).toContain('entry-broken');
  });
});

const slow = { timeout: 120_000 };
test('the command exits with 1 where something was found, else with 0', slow, async () => {
  const clean = await startTestServer();
  try {
    const cleanLog = randomUUID();
    const run = async () => {
      const env = { ...process.env, RELAY_DATABASE_URL: clean.config.database.relay };
      const command = [`${import.meta.dirname}/../../cli.ts`, 'verify-audit', '--log', cleanLog];
      const answer = await promisify(execFile)(process.execPath, command, { env }).catch(
        (error: { code: number; stdout: string }) => error,
      );
      return { code: 'code' in answer ? answer.code : 0, output: answer.stdout };
    };
    const lender = await clean.given.company();
    const marcus = await clean.given.employee(lender);
    const session = await clean.given.session(marcus, { roleLevel: 'LENDER', company: lender });
    const loan = await clean.given.loan(await clean.given.phase(lender));
    await clean.call('pinLoan', { params: { id: loan.id } }, { token: session });
    await sealAudit({
      url: clean.config.database.relay,
      keys,
      anchors,
      log,
      logId: cleanLog,
    });
    expect(await run()).toMatchObject({ code: 0, output: expect.stringContaining('"findings":0') });
    await clean.owner.query('delete from cairn.audit_entry');
    await clean.owner.query('delete from cairn.audit_chain');
    const verification = await run();
    expect(verification.code).toBe(1);
    expect(verification.output).toContain('chain-deleted');
  } finally {
    await clean.stop();
  }
});
