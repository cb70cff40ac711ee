import { createHash } from 'node:crypto';
import {
  flags,
  makeDocx,
  ExportSteps,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
  run,
  until,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { Bucket } from '../../platform/object-storage.ts';
import { exportActivities } from './build-export.ts';
import { SigningKeys } from './signing-keys.ts';

// LibreOffice takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let steps: ExportSteps;
let company: Company;
let phase: Phase;
let dana: Account;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  steps = new ExportSteps(server);
  company = await server.given.company();
  phase = await server.given.phase(company);
  dana = await server.given.employee(company);
  lender = await server.given.session(dana, { roleLevel: 'LENDER', company });
});
afterAll(async () => {
  await worker.stop();
  steps.stop();
  await server.stop();
});

const answerRequest = (
  loan: Loan,
  name: string,
  content: Buffer,
  over?: Parameters<ExportSteps['answered']>[3],
) => steps.answered(loan, dana, [name, content], over);

async function newLoan(): Promise<Loan> {
  const loan = await server.given.loan(phase);
  await server.given.role(loan, dana, 'LENDER');
  return loan;
}

const withVault = (vault: Bucket) => ({
  db: server.db,
  storage: { vault },
  log: { error: () => {} },
  signingKeys: new SigningKeys(server.config.secretKeys),
  turnSeconds: 60,
});
const alone = { heartbeat: () => {}, isStopping: () => false };

describe('making', () => {
  test('happens once, for two people who see the same and ask at the same time', async () => {
    const loan = await newLoan();
    await answerRequest(loan, 'a.pdf', onePagePdf('A', []));
    const { account, token } = await server.given.colleague(company);
    await server.given.role(loan, account, 'LENDER');
    await Promise.all([
      steps.refresh(loan, lender),
      steps.refresh(loan, token),
      steps.refresh(loan, lender),
      steps.refresh(loan, token),
    ]);
    await steps.settled(loan, token);
    const { rows } = await server.owner.query(
      `select
         (select count(*)::int from cairn.package_file where loan_id = $1) as files,
         (select count(*)::int from cairn.event where loan_id = $1 and workflow = 'makePackages') as starts`,
      [loan.id],
    );
    expect(rows).toEqual([{ files: 3, starts: 1 }]);
    expect((await steps.urls(loan, token)).zipPackage).toBeTruthy();
  });

  test('turns a file into pages once, for two packages that have it at the same time', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const { documentId } = await answerRequest(loan, 'letter.docx', await makeDocx('Dear all'), {
      title: 'Letter',
    });
    await answerRequest(loan, 'memo.pdf', onePagePdf('Memo', []), { flags: ['LENDER_ONLY'] });
    await Promise.all([steps.refresh(loan, lender), steps.refresh(loan, token)]);
    for (const as of [lender, token]) {
      const packages = await steps.settled(loan, as);
      expect(packages.map(({ state }) => state)).toEqual(['READY', 'READY', 'READY']);
      const { zip_pdfPackage } = await steps.urls(loan, as, flags(true, true));
      const { 'Letter.pdf': pdf } = await steps.unzipped(zip_pdfPackage, as);
      const { rows } = await server.owner.query<{ sha256: Buffer }>(
        'select sha256 from cairn.document_pdf where document_id = $1',
        [documentId],
      );
      expect(rows.map(({ sha256 }) => sha256.toString('hex'))).toEqual([
        createHash('sha256').update(pdf!).digest('hex'),
      ]);
    }
  });

  test('is nothing to do where there is nothing to download', async () => {
    const loan = await newLoan();
    await server.given.element(loan, { title: 'Asked for, not there' });
    const { body } = await steps.refresh(loan, lender);
    expect(body.files).toBe(0);
    expect(body.packages.map(({ state }) => state)).toEqual(['NEVER', 'NEVER', 'NEVER']);
  });

  test('does not give names a way out, nor two files one name', async () => {
    const loan = await newLoan();
    const up = await server.given.element(loan, { storageType: 'FOLDER', title: '../../etc' });
    const content = onePagePdf('A', []);
    const titles = ['/etc/passwd', '..\\..\\boot.ini', 'CON', 'Lease', 'LEASE', 'a\u202egpj.exe'];
    for (const title of titles) await answerRequest(loan, 'x.pdf', content, { title, parent: up });
    await answerRequest(loan, 'x.json', Buffer.from('{}'), { title: 'manifest' });
    await steps.refresh(loan, lender, flags(true, false));
    await until(async () => (await steps.states(loan, lender)).packages[0]!.state === 'READY');
    const names = Object.keys(
      await steps.unzipped((await steps.urls(loan, lender)).zipPackage, lender),
    );
    expect(names.toSorted()).toEqual([
      '_.._etc/LEASE (2).pdf',
      '_.._etc/Lease.pdf',
      '_.._etc/_.._boot.ini.pdf',
      '_.._etc/_CON.pdf',
      '_.._etc/_etc_passwd.pdf',
      '_.._etc/agpj.exe.pdf',
      'manifest (2).json',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
  });

  test('ends as failed where a file is no longer what it was when it was asked for', async () => {
    const loan = await newLoan();
    const { documentId } = await answerRequest(loan, 'a.pdf', onePagePdf('A', []));
    await worker.stop();
    await steps.refresh(loan, lender, flags(true, false));
    await server.owner.query(
      `update cairn.document set virus_scan_state = 'INFECTED' where id = $1`,
      [documentId],
    );
    worker = await startTestWorker(server);
    await until(async () => {
      const { rows } = await server.owner.query(
        'select state from cairn.package_file where loan_id = $1',
        [loan.id],
      );
      return rows[0].state === 'FAILED';
    });
    expect((await steps.urls(loan, lender)).zipPackage).toBeNull();
  });

  const cancel = (loan: Loan, token: string) =>
    server.call('cancelPackages', { params: { id: loan.id } }, { token });
  const zipState = async (loan: Loan, token: string) =>
    (await steps.states(loan, token)).packages.map(({ state, cancelable }) => [state, cancelable]);

  test('is canceled by the person who asked, leaves nothing in the store, and happens when asked for again', async () => {
    const loan = await newLoan();
    const content = Buffer.alloc(17 * 2 ** 20, 'granite ');
    await answerRequest(loan, 'large.bin', content, { title: 'Large' });
    await worker.stop();
    await steps.refresh(loan, lender, flags(true, false));
    expect((await zipState(loan, lender))[0]).toEqual(['QUEUED', true]);
    const find = async () =>
      (
        await server.owner.query<{ id: string }>(
          'select id, state, object_key, upload_id from cairn.package_file where loan_id = $1',
          [loan.id],
        )
      ).rows[0]!;
    const { id } = await find();
    const replies: unknown[] = [];
    class Canceling extends Bucket {
      override async putPart(key: string, upload: string, number: number, bytes: Buffer) {
        const { status } = await cancel(loan, lender);
        // Requested again before the worker has stopped: two builds must not write the same file.
        await steps.refresh(loan, lender, flags(true, false));
        replies.push(status, (await zipState(loan, lender))[0]);
        return super.putPart(key, upload, number, bytes);
      }
    }
    const { store } = server.config;
    const vault = new Canceling(store, store.vaultBucket, store.worker);
    const { makePackage } = exportActivities(withVault(vault), alone);
    await makePackage({ companyId: company.id, packageId: id });
    vault.close();
    expect(replies.slice(0, 2)).toEqual([200, ['CANCELING', false]]);
    expect(await find()).toEqual({ id, state: 'FAILED', object_key: null, upload_id: null });
    expect((await zipState(loan, lender))[0]).toEqual(['NEVER', false]);
    worker = await startTestWorker(server);
    await steps.refresh(loan, lender, flags(true, false));
    await until(async () => (await zipState(loan, lender))[0]![0] === 'READY', 60_000);
    const { rows: audit } = await server.owner.query<{ kind: string }>(
      `select kind from cairn.audit_entry where loan_id = $1 and kind like 'package.%' order by position`,
      [loan.id],
    );
    expect(audit.map(({ kind }) => kind)).toEqual([
      'package.asked',
      'package.canceled',
      'package.asked',
      'package.made',
    ]);
  });

  test('what a lost worker left of a canceled one is taken away by the next', async () => {
    const loan = await newLoan();
    await answerRequest(loan, 'large.bin', Buffer.alloc(17 * 2 ** 20, 'granite '), {
      title: 'Large',
    });
    await worker.stop();
    await steps.refresh(loan, lender, flags(true, false));
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.package_file where loan_id = $1',
      [loan.id],
    );
    const ref = { companyId: company.id, packageId: rows[0]!.id };
    class Lost extends Bucket {
      override putPart(): Promise<never> {
        return Promise.reject(new Error('killed'));
      }
    }
    const { store } = server.config;
    const unreachable = new Lost(store, store.vaultBucket, store.worker);
    await expect(
      exportActivities(withVault(unreachable), alone).makePackage(ref),
    ).rejects.toThrow();
    unreachable.close();
    await cancel(loan, lender);
    expect((await zipState(loan, lender))[0]).toEqual(['CANCELING', false]);
    worker = await startTestWorker(server);
    await until(async () => (await zipState(loan, lender))[0]![0] === 'NEVER', 60_000);
  });

  test('goes on where another person asked for it too, and for a person who did not ask', async () => {
    const loan = await newLoan();
    await answerRequest(loan, 'a.pdf', onePagePdf('A', []));
    const [one, other] = [await server.given.borrower(loan), await server.given.borrower(loan)];
    await worker.stop();
    await steps.refresh(loan, one.token, flags(true, false));
    expect((await zipState(loan, lender))[0]).toEqual(['QUEUED', false]);
    await cancel(loan, lender);
    expect((await zipState(loan, one.token))[0]).toEqual(['QUEUED', true]);
    // A borrower does not see who else requested it.
    await steps.refresh(loan, other.token, flags(true, false));
    expect((await zipState(loan, one.token))[0]).toEqual(['QUEUED', false]);
    for (const token of [one.token, other.token]) await cancel(loan, token);
    worker = await startTestWorker(server);
    await until(async () => (await zipState(loan, other.token))[0]![0] === 'READY', 60_000);
  });

  test('goes on where another worker stopped, without sending twice what is there', async () => {
    const loan = await newLoan();
    // Three parts, two in parallel.
    const content = Buffer.alloc(17 * 2 ** 20, 'granite ');
    await answerRequest(loan, 'large.bin', content, { title: 'Large' });
    await worker.stop();
    await steps.refresh(loan, lender, flags(true, false));
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.package_file where loan_id = $1',
      [loan.id],
    );
    const ref = { companyId: company.id, packageId: rows[0]!.id };
    const sentParts: number[] = [];
    let die = (): void => {};
    const died = new Promise<void>((done) => (die = done));
    class Dying extends Bucket {
      override async putPart(key: string, upload: string, number: number, bytes: Buffer) {
        if (number === 2 && !sentParts.includes(0)) {
          die();
          throw new Error('killed');
        }
        // The first part is in progress when the second fails.
        if (number === 1) await died;
        const tag = await super.putPart(key, upload, number, bytes);
        sentParts.push(number);
        return tag;
      }
    }
    const { store } = server.config;
    const dying = new Dying(store, store.vaultBucket, store.worker);
    const { makePackage } = exportActivities(withVault(dying), alone);
    await expect(makePackage(ref)).rejects.toThrow('killed');
    expect(sentParts).toEqual([1]);
    sentParts.push(0);
    await makePackage(ref);
    expect(sentParts.slice(0, 2)).toEqual([1, 0]);
    expect(sentParts.slice(2).toSorted((one, other) => one - other)).toEqual([2, 3]);
    const { path } = await steps.fetched((await steps.urls(loan, lender)).zipPackage, lender);
    expect(run('python3', '-m', 'zipfile', '-t', path)).toContain('Done testing');
    dying.close();
    worker = await startTestWorker(server);
  });

  test('lasts for a day: then the file is gone, and can be made again', async () => {
    const loan = await newLoan();
    await answerRequest(loan, 'a.pdf', onePagePdf('A', []));
    await steps.refresh(loan, lender, flags(true, false));
    await until(async () => (await steps.urls(loan, lender)).zipPackage !== null);
    const { rows } = await server.owner.query<{ id: string; object_key: string }>(
      `update cairn.package_file set made_at = now() - interval '25 hours'
       where loan_id = $1 returning id, object_key`,
      [loan.id],
    );
    expect((await steps.states(loan, lender)).packages[0]).toMatchObject({
      state: 'EXPIRED',
      size: null,
    });
    expect((await steps.urls(loan, lender)).zipPackage).toBeNull();
    const { expirePackages } = exportActivities(withVault(steps.vault), alone);
    await expirePackages({ companyId: company.id, packageIds: [rows[0]!.id] });
    expect(await steps.vault.sizeOf(rows[0]!.object_key)).toBeUndefined();
    await steps.refresh(loan, lender, flags(true, false));
    await until(async () => (await steps.urls(loan, lender)).zipPackage !== null);
  });
});
