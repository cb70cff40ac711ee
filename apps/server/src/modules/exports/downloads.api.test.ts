import {
  ExportSteps,
  startTestServer,
  startTestWorker,
  textOfPdf,
  until,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { MAX_DOWNLOADS_A_DAY, MAX_DOWNLOADS_AT_ONCE } from '@cairn/contract/export-terms';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { Bucket } from '../../platform/object-storage.ts';
import { exportActivities } from './build-export.ts';
import { SigningKeys } from './signing-keys.ts';

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

type Over = Parameters<ExportSteps['answered']>[3];
const answeredElement = (loan: Loan, title: string, over?: Over) =>
  steps.answered(loan, dana, [`${title}.pdf`, onePagePdf(title, [])], { title, ...over });

async function newLoan(): Promise<Loan> {
  const loan = await server.given.loan(phase);
  await server.given.role(loan, dana, 'LENDER');
  return loan;
}
async function newLender() {
  const { account, token } = await server.given.colleague(company);
  const loan = await newLoan();
  await server.given.role(loan, account, 'LENDER');
  return { account, token, loan };
}

const zip = { zip: true };
const at = (loan: Loan) => ({ params: { loanId: loan.id } });
const ask = (loan: Loan, ids: string[], token = lender, kinds: object = zip) =>
  server.call(
    'createElementDownload',
    { ...at(loan), body: { elementIds: ids, ...kinds } },
    { token },
  );
const list = async (loan: Loan, token = lender) =>
  (await server.call('listElementDownloads', at(loan), { token })).body.jobs;
const newest = async (loan: Loan, token = lender) => (await list(loan, token))[0]!;
const ready = (loan: Loan, token = lender) =>
  until(async () => {
    const job = await newest(loan, token);
    return job.zip.state === 'READY' && job;
  }, 60_000);

describe('a download of selected elements', () => {
  test('has an id, and a zip and a PDF with a state each; NEVER is not made [R134] [R152] [R153]', async () => {
    const loan = await newLoan();
    const lease = await answeredElement(loan, 'Lease');
    await answeredElement(loan, 'Not selected');
    expect(await list(loan)).toEqual([]);
    const reply = await ask(loan, [lease.id]);
    expect(reply.body.jobs).toMatchObject([
      { id: expect.any(String) as string, zip: { state: 'QUEUED', url: null } },
    ]);
    const job = await ready(loan);
    expect(job).toMatchObject({ files: 1, titles: ['Lease'], pdf: { state: 'NEVER', url: null } });
    const files = await steps.unzipped(job.zip.url, lender);
    expect(Object.keys(files).toSorted()).toEqual([
      'Lease.pdf',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
    const { rows } = await server.owner.query(
      'select kind from cairn.package_file where job_id = $1',
      [job.id],
    );
    expect(rows).toEqual([{ kind: 'ZIP' }]);
    expect((await ask(loan, [lease.id], lender, {})).status).toBe(400);
  });

  test('replies jobs; the same selection is the same job, and a folder brings its content [R154] [R155]', async () => {
    const loan = await newLoan();
    const folder = await server.given.element(loan, { storageType: 'FOLDER', title: 'Taxes' });
    await answeredElement(loan, 'Return', { parent: folder });
    const other = await answeredElement(loan, 'Other');
    await ask(loan, [folder.id], lender, { zip: true, pdf: true });
    await ask(loan, [folder.id]);
    const job = await ready(loan);
    const { body } = await ask(loan, [other.id]);
    expect(body.jobs.map(({ titles }) => titles)).toEqual([['Other'], ['Return']]);
    const pdf = await until(async () => {
      const entry = (await list(loan)).find(({ id }) => id === job.id)!;
      return entry.pdf.url ?? undefined;
    }, 60_000);
    expect(textOfPdf((await steps.fetched(pdf, lender)).path)).toContain('Return');
    const remove = (query: { jobid?: string }, options: object = {}) =>
      server.call(
        'removeElementDownloads',
        { ...at(loan), query, body: options },
        { token: lender },
      );
    const remaining = await remove({ jobid: job.id });
    expect(remaining.body.jobs.map(({ titles }) => titles)).toEqual([['Other']]);
    expect((await server.follow(pdf, { token: lender })).status).toBe(404);
    expect((await remove({ jobid: job.id })).status).toBe(404);
    const [last] = remaining.body.jobs;
    expect((await remove({}, { jobid: last!.id })).body.jobs).toEqual([]);
    await ask(loan, [other.id]);
    await ask(loan, [folder.id]);
    expect((await remove({})).body.jobs).toEqual([]);
    const { rows } = await server.owner.query(
      `select kind from cairn.audit_entry where loan_id = $1 and kind in ('download.read', 'download.removed')
       order by position`,
      [loan.id],
    );
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'download.read',
      'download.removed',
      'download.removed',
      'download.removed',
    ]);
  });

  test('is refused whole for one element that is hidden, in the trash, of another loan or not there', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const mine = await answeredElement(loan, 'Mine');
    const hidden = await answeredElement(loan, 'CANARY hidden', { flags: ['LENDER_ONLY'] });
    const trashed = await answeredElement(loan, 'Trashed');
    await server.owner.query('update cairn.element set deleted_at = now() where id = $1', [
      trashed.id,
    ]);
    const elsewhere = await answeredElement(await newLoan(), 'Elsewhere');
    for (const id of [hidden.id, trashed.id, elsewhere.id, loan.id]) {
      expect((await ask(loan, [mine.id, id], token)).status).toBe(404);
    }
    expect(await list(loan, token)).toEqual([]);
    const empty = await server.given.element(loan, { title: 'Nothing sent' });
    expect((await ask(loan, [empty.id], token)).status).toBe(409);
  });

  test('of a folder holds nothing that is kept from the caller', async () => {
    const loan = await newLoan();
    const { token } = await server.given.borrower(loan);
    const folder = await server.given.element(loan, { storageType: 'FOLDER', title: 'Taxes' });
    await answeredElement(loan, 'Mine', { parent: folder });
    await answeredElement(loan, 'CANARY-1', { parent: folder, flags: ['LENDER_ONLY'] });
    await answeredElement(loan, 'CANARY-2', { parent: folder, priorityType: 'HIDDEN' });
    await answeredElement(loan, 'CANARY-3', { parent: folder, flags: ['INTERNAL_ONLY'] });
    await ask(loan, [folder.id], token);
    const job = await ready(loan, token);
    expect(JSON.stringify(job)).not.toContain('CANARY');
    const files = await steps.unzipped(job.zip.url, token);
    expect(Object.keys(files).toSorted()).toEqual([
      'Taxes/Mine.pdf',
      'manifest.json',
      'manifest.json.sig',
      'verify.html',
    ]);
    expect(Buffer.concat(Object.values(files)).includes('CANARY')).toBe(false);
  });

  test('is not served once something in it is hidden, to a colleague, or after removal from the loan', async () => {
    const loan = await newLoan();
    const { account, token } = await server.given.borrower(loan);
    const first = await answeredElement(loan, 'CANARY first');
    const second = await answeredElement(loan, 'Second');
    await ask(loan, [first.id, second.id], token);
    const { zip: archive } = await ready(loan, token);
    const follow = async (as: string) => (await server.follow(archive.url, { token: as })).status;
    expect(await follow(token)).toBe(200);
    expect(await follow(lender)).toBe(404);
    expect(await list(loan)).toEqual([]);
    const hide = (priority: string) =>
      server.owner.query('update cairn.element set priority_type = $2 where id = $1', [
        first.id,
        priority,
      ]);
    await hide('HIDDEN');
    expect(await follow(token)).toBe(404);
    const outdated = await newest(loan, token);
    expect(outdated).toMatchObject({ outOfDate: true, zip: { url: null }, titles: [] });
    expect(JSON.stringify(outdated)).not.toContain('CANARY');
    await hide('MEDIUM');
    expect(await follow(token)).toBe(200);
    await server.owner.query('delete from cairn.loan_role where loan_id = $1 and account_id = $2', [
      loan.id,
      account.id,
    ]);
    expect(await follow(token)).toBe(404);
    const reply = await server.call('listElementDownloads', at(loan), { token });
    expect(reply.status).toBe(404);
  });

  test('expires after a day, is kept and listed, and is made again by asking again; so is one that failed [R153]', async () => {
    const { token, loan } = await newLender();
    const lease = await answeredElement(loan, 'Lease');
    await ask(loan, [lease.id], token);
    const job = await ready(loan, token);
    const change = (set: string) =>
      server.owner.query(`update cairn.package_file set ${set} where job_id = $1`, [job.id]);
    await change(`made_at = now() - interval '25 hours'`);
    expect((await newest(loan, token)).zip).toMatchObject({ state: 'EXPIRED', url: null });
    expect((await server.follow(job.zip.url, { token })).status).toBe(409);
    for (const state of ['READY', 'FAILED']) {
      if (state === 'FAILED') await change(`state = 'FAILED'`);
      const jobs = await list(loan, token);
      expect(jobs).toMatchObject([
        { id: job.id, titles: ['Lease'], zip: { state: state === 'READY' ? 'EXPIRED' : state } },
      ]);
      const { body } = await ask(loan, [lease.id], token);
      expect(body.jobs).toMatchObject([{ id: job.id, zip: { state: 'QUEUED' } }]);
      await ready(loan, token);
    }
  });

  test('that failed or is out of date is prepared again by its id, with its options, in place of the earlier one', async () => {
    const { token, loan } = await newLender();
    const folder = await server.given.element(loan, { storageType: 'FOLDER', title: 'Leases' });
    const lease = await answeredElement(loan, 'Lease', { parent: folder });
    await ask(loan, [folder.id], token, { zip: true, pdf: true, stamps: true });
    const bothReady = () =>
      until(async () => {
        const newestJob = await newest(loan, token);
        return newestJob.zip.state === 'READY' && newestJob.pdf.state === 'READY' && newestJob;
      }, 60_000);
    const job = await bothReady();
    expect(job.repeatable).toBe(false);
    const again = (body: object, as = token) =>
      server.call('createElementDownload', { ...at(loan), body }, { token: as });
    const both = { zip: true, pdf: true };
    await server.owner.query(`update cairn.package_file set state = 'FAILED' where job_id = $1`, [
      job.id,
    ]);
    expect(await newest(loan, token)).toMatchObject({ repeatable: true });
    const { body } = await again({ jobid: job.id, ...both });
    expect(body.jobs).toMatchObject([
      { id: job.id, repeatable: false, zip: { state: 'QUEUED' }, pdf: { state: 'QUEUED' } },
    ]);
    await bothReady();

    await answeredElement(loan, 'Second lease', { parent: folder });
    expect(await newest(loan, token)).toMatchObject({ outOfDate: true, repeatable: true });
    const replaced = await again({ jobid: job.id, ...both });
    expect(replaced.body.jobs).toMatchObject([{ files: 2, outOfDate: false }]);
    const [now] = replaced.body.jobs;
    expect(now!.id).not.toBe(job.id);
    const { rows } = await server.owner.query(
      'select options from cairn.download_job where id = $1',
      [now!.id],
    );
    expect(rows).toEqual([{ options: ['stamps'] }]);

    expect((await again({ jobid: now!.id, zip: true }, lender)).status).toBe(404);
    expect((await again({ jobid: job.id, zip: true })).status).toBe(404);
    expect((await again({ jobid: now!.id, elementIds: [lease.id], zip: true })).status).toBe(400);
    expect((await again({ zip: true })).status).toBe(400);
    await server.owner.query('update cairn.element set deleted_at = now() where id = $1', [
      folder.id,
    ]);
    expect(await newest(loan, token)).toMatchObject({ outOfDate: true, repeatable: false });
    expect((await again({ jobid: now!.id, zip: true })).status).toBe(404);
  });

  test('that is canceled while it is made stops, and leaves nothing in the store', async () => {
    const { token, loan } = await newLender();
    const content = Buffer.alloc(33 * 2 ** 20, 'granite ');
    const { id } = await steps.answered(loan, dana, ['large.bin', content], { title: 'Large' });
    await worker.stop();
    await ask(loan, [id], token);
    const job = await newest(loan, token);
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.package_file where job_id = $1',
      [job.id],
    );
    const packageId = rows[0]!.id;
    const cancel = () =>
      server.call('removeElementDownloads', { ...at(loan), query: { jobid: job.id } }, { token });
    const { store } = server.config;
    class Canceling extends Bucket {
      override async putPart(key: string, upload: string, number: number, bytes: Buffer) {
        await cancel();
        return super.putPart(key, upload, number, bytes);
      }
    }
    const vault = new Canceling(store, store.vaultBucket, store.worker);
    const { makePackage } = exportActivities(
      {
        db: server.db,
        storage: { vault },
        log: { error: () => {} },
        signingKeys: new SigningKeys(server.config.secretKeys),
        turnSeconds: 60,
      },
      { heartbeat: () => {}, isStopping: () => false },
    );
    await makePackage({ companyId: company.id, packageId });
    const { rows: after } = await server.owner.query(
      'select state, object_key, upload_id from cairn.package_file where id = $1',
      [packageId],
    );
    expect(after).toEqual([{ state: 'FAILED', object_key: null, upload_id: null }]);
    vault.close();
    worker = await startTestWorker(server);
  });

  test('a person has few on their way at once, and so many in a day; removing makes no room', async () => {
    const { account, token, loan } = await newLender();
    const ids: string[] = [];
    for (let number = 0; number <= MAX_DOWNLOADS_AT_ONCE; number += 1) {
      ids.push((await answeredElement(loan, `File ${number}`)).id);
    }
    await worker.stop();
    const answers = await Promise.all(ids.map((id) => ask(loan, [id], token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_DOWNLOADS_AT_ONCE);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 429 });
    worker = await startTestWorker(server);
    await server.call('removeElementDownloads', at(loan), { token });
    await server.owner.query(
      `insert into cairn.download_job (company_id, account_id, loan_id, item_ids, fingerprint, removed_at)
       select $1, $2, $3, array[gen_random_uuid()], sha256(n::text::bytea), now()
       from generate_series(1, $4::int) n`,
      [company.id, account.id, loan.id, MAX_DOWNLOADS_A_DAY],
    );
    expect((await ask(loan, [ids[0]!], token)).status).toBe(429);
  });

  test('what was ready before and is made again counts as on its way, whenever it was first asked for', async () => {
    const { account, token, loan } = await newLender();
    await worker.stop();
    for (let number = 0; number <= MAX_DOWNLOADS_AT_ONCE; number += 1) {
      const { id } = await answeredElement(loan, `Again ${number}`);
      expect((await ask(loan, [id], token)).status).toBe(200);
      await server.owner.query(
        `update cairn.package_file set state = 'FAILED', asked_at = now() - interval '3 days' where asked_by = $1`,
        [account.id],
      );
    }
    await server.owner.query(
      `update cairn.download_job set created_at = now() - interval '3 days' where account_id = $1`,
      [account.id],
    );
    const before = (await list(loan, token)).map(({ id }) => id);
    const { rows } = await server.owner.query<{ item_ids: string[] }>(
      'select item_ids from cairn.download_job where account_id = $1 order by id',
      [account.id],
    );
    const answers = [];
    for (const { item_ids } of rows) answers.push((await ask(loan, item_ids, token)).status);
    expect(answers).toEqual([...Array<number>(MAX_DOWNLOADS_AT_ONCE).fill(200), 429]);
    // Requesting a download in progress is no new work.
    expect((await ask(loan, rows[0]!.item_ids, token)).status).toBe(200);
    expect((await list(loan, token)).map(({ id }) => id)).toEqual(before);
    worker = await startTestWorker(server);
  });
});

describe('a download of the shoebox', () => {
  const askItems = (ids: string[], token: string) =>
    server.call('createShoeboxDownload', { body: { itemIds: ids, zip: true } }, { token });
  const jobs = async (token: string) =>
    (await server.call('listShoeboxDownloads', {}, { token })).body.jobs;
  async function waiting(loan: Loan | null, by: Account, title: string) {
    const { documentId } = await answeredElement(loan ?? (await newLoan()), title);
    const item = loan
      ? await server.given.shoeboxItem(loan, by, { title })
      : await server.given.ownShoeboxItem(company, by, { title });
    await server.owner.query(
      'update cairn.element set answer_document_id = null where answer_document_id = $1',
      [documentId],
    );
    await server.owner.query('update cairn.shoebox_item set document_id = $2 where id = $1', [
      item.id,
      documentId,
    ]);
    return item.id;
  }

  test('holds the selected files, in a folder for each loan [R154] [R155]', async () => {
    const { account, token, loan } = await newLender();
    const ids = [
      await waiting(loan, account, 'Statement'),
      await waiting(null, account, 'Private'),
    ];
    expect((await askItems(ids, token)).body.jobs).toHaveLength(1);
    const job = await until(async () => {
      const [first] = await jobs(token);
      return first?.zip.state === 'READY' && first;
    }, 60_000);
    const files = await steps.unzipped(job.zip.url, token);
    const { rows } = await server.owner.query<{ name: string }>(
      'select name from cairn.loan where id = $1',
      [loan.id],
    );
    expect(Object.keys(files).toSorted()).toEqual(
      [
        `${rows[0]!.name}/Statement.pdf`,
        'Own shoebox/Private.pdf',
        'manifest.json',
        'manifest.json.sig',
        'verify.html',
      ].toSorted(),
    );
    expect(await jobs(lender)).toEqual([]);
    expect((await server.follow(job.zip.url, { token: lender })).status).toBe(404);
    await server.call('trashShoeboxItems', { body: { ids: [ids[0]!] } }, { token });
    expect((await server.follow(job.zip.url, { token })).status).toBe(404);
    expect(await jobs(token)).toMatchObject([
      { outOfDate: true, repeatable: false, zip: { url: null } },
    ]);
    const again = (body: object) => server.call('createShoeboxDownload', { body }, { token });
    expect((await again({ jobid: job.id, zip: true })).status).toBe(404);
    await server.call('restoreShoeboxItems', { body: { ids: [ids[0]!] } }, { token });
    await server.owner.query(`update cairn.package_file set state = 'FAILED' where job_id = $1`, [
      job.id,
    ]);
    expect(await jobs(token)).toMatchObject([{ outOfDate: false, repeatable: true }]);
    expect((await again({ jobid: job.id, zip: true })).body.jobs).toMatchObject([
      { id: job.id, zip: { state: 'QUEUED' } },
    ]);
    const removed = await server.call(
      'removeShoeboxDownloads',
      { query: { jobid: job.id } },
      { token },
    );
    expect(removed.body.jobs).toEqual([]);
  });

  test('is refused whole for one file of another person', async () => {
    const { account, loan } = await newLender();
    const { account: borrower, token } = await server.given.borrower(loan);
    const own = await waiting(loan, borrower, 'Mine');
    const theirs = await waiting(loan, account, 'CANARY');
    expect((await askItems([own, theirs], token)).status).toBe(404);
    expect(await jobs(token)).toEqual([]);
    expect((await askItems([own], token)).status).toBe(200);
    const { rows } = await server.owner.query(
      `select loan_id from cairn.audit_entry where kind = 'download.asked' and actor_id = $1`,
      [borrower.id],
    );
    expect(rows).toEqual([{ loan_id: loan.id }]);
    expect((await server.call('removeShoeboxDownloads', {}, { token })).body.jobs).toEqual([]);
  });
});
