/**
 * node bench/export-and-codes.ts [files]: measures how long a log-in code takes to arrive by email, first alone, then
 * while the zip, the PDF and the zip of PDFs of a loan with 2,500 files are prepared, with the real worker, object
 * store, Temporal and mail server. Fails unless 99 of 100 codes during the export take at most 2 s longer than the
 * median before it.
 */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import {
  codeIn,
  emailTo,
  makeTemplate,
  openBrowser,
  ExportSteps,
  startTestServer,
  startTestWorker,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { onePagePdf } from '../tools/database/one-page-pdf.ts';
import { environment, up } from '../tools/services/index.ts';
import { median, percentile } from './statistics.ts';

const FILES = Number(process.argv[2] ?? 2500);
const MAX_DELAY_MS = 2000;
const IDLE_CODES = 10;
const AT_ONCE = 8;
const SLOWEST_SHOWN = 10;

/** Milliseconds from the request to the readable email. */
async function codeArrivesAfter(server: TestServer): Promise<number> {
  const emailAddress = `${randomUUID()}@example.com`;
  const password = 'three stones and a trail';
  const body = { emailAddress, password, givenName: 'Ada', familyName: 'Moss' };
  const start = performance.now();
  const { status, text } = await openBrowser(server).call('signup', { body });
  if (status !== 200) throw new Error(`signup answered ${status}: ${text}`);
  codeIn(await emailTo(emailAddress));
  return performance.now() - start;
}

async function makeLoan(server: TestServer, steps: ExportSteps) {
  const { given } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account, token } = await given.colleague(company);
  await given.role(loan, account, 'LENDER');
  const store = async (number: number): Promise<void> => {
    const name = `Document ${number}.pdf`;
    await steps.answered(loan, account, [name, onePagePdf(name, [])], { title: name });
  };
  const others = Array.from({ length: FILES - 1 }, (_, index) => index + 2).values();
  const work = async (): Promise<void> => {
    for (const number of others) await store(number);
  };
  // The first document creates the loan's package.
  await store(1);
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { loan, token };
}

interface Code {
  /** When the code was requested, in milliseconds from the start of the export. */
  readonly at: number;
  readonly delay: number;
  /** The longest time for which the event loop of this process (web and worker) was blocked. */
  readonly stalled: number;
  readonly during: string;
}

/** Requests codes in sequence until every file is ready. */
async function codesDuringExport(
  server: TestServer,
  steps: ExportSteps,
  { loan, token }: { loan: Loan; token: string },
): Promise<Code[]> {
  const { body } = await steps.refresh(loan, token);
  if (body.files !== FILES) throw new Error(`the export has ${body.files} files`);
  const codes: Code[] = [];
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const start = performance.now();
  for (;;) {
    const at = performance.now() - start;
    delays.reset();
    const delay = await codeArrivesAfter(server);
    const stalled = delays.max / 1e6;
    const reply = await server.call('listPackages', { params: { id: loan.id } }, { token });
    if (reply.status !== 200)
      throw new Error(`listPackages answered ${reply.status}: ${reply.text}`);
    const { packages } = reply.body;
    if (packages.some(({ state }) => state === 'FAILED')) throw new Error('the export failed');
    const during = packages
      .filter(({ state }) => state === 'RUNNING')
      .map(({ kind, percent }) => `${kind} ${percent} %`)
      .join(', ');
    codes.push({ at, delay, stalled, during });
    if (packages.every(({ state }) => state === 'READY')) return codes;
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`;
const describe = (times: readonly number[]): string =>
  `${times.length} codes, p50 ${ms(median(times))}, p95 ${ms(percentile(times, 95))}, ` +
  `p99 ${ms(percentile(times, 99))}, slowest ${ms(percentile(times, 100))}`;
const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(0);

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ logLevel: 'silent' });
const worker = await startTestWorker(server);
const steps = new ExportSteps(server);
try {
  let start = performance.now();
  const exported = await makeLoan(server, steps);
  console.log(`${FILES} files stored in ${seconds(start)} s`);

  await codeArrivesAfter(server);
  const idle: number[] = [];
  while (idle.length < IDLE_CODES) idle.push(await codeArrivesAfter(server));
  console.log(`nothing else under way: ${describe(idle)}`);

  start = performance.now();
  const codes = await codesDuringExport(server, steps, exported);
  const busy = codes.map(({ delay }) => delay);
  console.log(`export of ${seconds(start)} s: ${describe(busy)}`);
  const slowest = codes.toSorted((one, other) => other.delay - one.delay).slice(0, SLOWEST_SHOWN);
  for (const { at, delay, stalled, during } of slowest) {
    console.log(`  ${ms(delay)} at ${(at / 1000).toFixed(0)} s, stalled ${ms(stalled)}: ${during}`);
  }

  const usual = median(idle);
  const late = busy.filter((delay) => delay - usual > MAX_DELAY_MS).length;
  const delay = percentile(busy, 99) - usual;
  const isKept = delay <= MAX_DELAY_MS;
  console.log(
    `${late} of ${busy.length} codes more than ${ms(MAX_DELAY_MS)} later than the idle median`,
  );
  console.log(
    `p99 ${ms(delay)} later than the idle median: ${isKept ? 'reached' : 'missed'} (≤ ${ms(MAX_DELAY_MS)})`,
  );
  if (!isKept) process.exitCode = 1;
} finally {
  await worker.stop();
  steps.stop();
  await server.stop();
}
process.exit();
