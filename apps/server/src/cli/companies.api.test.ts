/** Export contains everything that a company stored, and erasure leaves nothing of it. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTestServer, type TestServer } from '@cairn/testing';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../tools/services/profile.ts';
import { AnchorStore } from '../platform/audit/anchors.ts';
import { AuditKeys } from '../platform/audit/entry.ts';
import { sealAudit } from '../platform/audit/seal.ts';
import { verifyAudit, type Finding } from '../platform/audit/verify.ts';
import type { Config } from '../platform/config.ts';
import { sendInParts } from '../platform/multipart-upload.ts';
import { WorkerStorage } from '../platform/object-storage.ts';
import { childrenFirst } from './company-tables.ts';

const cli = resolve(import.meta.dirname, '../cli.ts');
const logId = randomUUID();
let server: TestServer;
let owner: pg.Pool;
let config: Config;
let northgate: string;
let storage: WorkerStorage;
let anchors: AnchorStore;
let keys: AuditKeys;
let folder: string;

/** The owner URL that the test services use for this server's database. */
const ownerUrl = (): string => {
  const url = new URL(config.database.app);
  url.username = 'postgres';
  return url.href;
};

const cairn = async (...args: string[]): Promise<string> => {
  const env = {
    ...process.env,
    ...environment('test'),
    MIGRATION_DATABASE_URL: ownerUrl(),
  };
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env });
  return stdout;
};

/** A lender with people, two loans, requests, files, messages, entities and an audit log. */
async function fill(name: string): Promise<string> {
  const { given } = server;
  const company = await given.company({ name });
  const { account: dana, token } = await given.colleague(company, 'OWNER');
  const phase = await given.phase(company);
  const loan = await given.loan(phase);
  await given.loan(phase);
  const { account: borrower, roleId } = await given.borrower(loan);
  await given.labelOn(loan, roleId, await given.label(company));
  await given.logo(company, Buffer.from('logo'));
  await given.template(company, { published: true });
  await given.invitation(company, dana, { loan, role: 'BORROWER' });
  await given.thread(loan, [dana, borrower], [{ by: dana, body: 'Hello' }]);
  const entity = await given.entity(loan, { information: { taxId: '12-3456789' } });
  await given.owner(entity, await given.entity(loan), 50);
  const content = Buffer.from(`lease of ${name}`);
  const key = `companies-test/${randomUUID()}`;
  await sendInParts(storage.vault, { key, size: content.length, bytes: async () => content });
  const document = await given.document(loan, borrower, {
    objectKey: key,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
  });
  await given.element(loan, { answer: { documentId: document.id, by: borrower } });
  await server.call('pinLoan', { params: { id: loan.id } }, { token });
  return company.id;
}

beforeAll(async () => {
  server = await startTestServer();
  ({ owner, config } = server);
  storage = new WorkerStorage(config.store);
  anchors = new AnchorStore({ ...config.store, ...config.audit });
  keys = new AuditKeys(config.secretKeys);
  folder = mkdtempSync(join(tmpdir(), 'cairn-company-'));
  northgate = await fill('Northgate Bank');
  await fill('Alder Valley Bank');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  anchors.close();
  storage.close();
  await server.stop();
});

/** The number of rows by table and company. */
async function countRows(): Promise<Map<string, Map<string, number>>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'cairn' and column_name = 'company_id' order by 1`,
  );
  const rowCounts = new Map<string, Map<string, number>>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ company: string; rows: number }>(
      `select company_id::text as company, count(*)::int as rows from cairn.${name} group by 1`,
    );
    rowCounts.set(name, new Map(rows.map((row) => [row.company, row.rows])));
  }
  return rowCounts;
}

const lines = (table: string): Record<string, unknown>[] =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function audit(): Promise<{ findings: Finding[]; erased: number }> {
  const findings: Finding[] = [];
  const { erasedCompanies } = await verifyAudit({
    url: config.database.relay,
    keys,
    anchors,
    logId,
    maxUnsealedSeconds: 3600,
    report: (finding) => void findings.push(finding),
  });
  return { findings, erased: erasedCompanies };
}

// Starts five processes that each load the server's modules, so it needs a longer timeout.
test('a company is exported whole and erased whole; others keep every row, and the audit log verifies', async () => {
  const id = northgate;
  expect(await cairn('company', 'list')).toContain(`${id}  Northgate Bank`);
  const before = await countRows();
  const filled = [...before].filter(([, companies]) => companies.has(id)).map(([name]) => name);
  expect(filled.length).toBeGreaterThan(20);

  await cairn('company', 'export', 'Northgate Bank', '--to', folder);
  for (const name of filled.filter((each) => !['session', 'company_key', 'event'].includes(each))) {
    // The export itself adds one entry afterwards.
    expect(lines(name).length, name).toBe(before.get(name)!.get(id));
  }
  const storedDocuments = lines('document').filter(({ vault_key: key }) => key !== null);
  expect(storedDocuments.length).toBeGreaterThan(0);
  for (const { vault_key: key, size } of storedDocuments) {
    expect(statSync(join(folder, 'files', key as string)).size).toBe(size);
  }

  const log = pino({ level: 'silent' });
  await sealAudit({ url: config.database.relay, keys, anchors, log, logId });
  await expect(cairn('company', 'erase', id, '--confirm', 'Northgate')).rejects.toThrow(
    '--confirm must be the company’s name, "Northgate Bank"',
  );
  await cairn('company', 'erase', id, '--confirm', 'Northgate Bank');
  for (const [name, companies] of await countRows()) {
    const others = new Map([...before.get(name)!].filter(([company]) => company !== id));
    if (['audit_entry', 'audit_chain', 'event', 'audit_sealed', 'session'].includes(name)) {
      expect(companies.has(id), name).toBe(false);
    } else expect(companies, name).toEqual(others);
  }
  for (const { vault_key: key } of storedDocuments) {
    expect(await storage.vault.sizeOf(key as string)).toBeUndefined();
  }
  expect(await audit()).toEqual({ findings: [], erased: 1 });
  await expect(cairn('company', 'erase', id, '--confirm', 'Northgate Bank')).rejects.toThrow(
    'there is no company',
  );
}, 60_000);

test('the audit verifier finds chains that were deleted without the command', async () => {
  await sealAudit({
    url: config.database.relay,
    keys,
    anchors,
    log: pino({ level: 'silent' }),
    logId,
  });
  const { rows } = await owner.query<{ chain: string }>(
    'select chain_id as chain from cairn.audit_chain limit 1',
  );
  for (const table of ['audit_entry', 'audit_chain', 'audit_sealed']) {
    await owner.query(`delete from cairn.${table} where chain_id = $1`, [rows[0]!.chain]);
  }
  expect((await audit()).findings).toContainEqual(
    expect.objectContaining({ kind: 'chain-deleted', chainId: rows[0]!.chain }),
  );
});

test('children are deleted before their parents', () => {
  const references = [
    { child: 'element', parent: 'loan' },
    { child: 'loan', parent: 'phase' },
  ];
  expect(childrenFirst(['loan', 'phase', 'element'], references)).toEqual([
    'element',
    'loan',
    'phase',
  ]);
});
