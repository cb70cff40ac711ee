/**
 * node bench/monster-loan.ts [--scale 0.1]: a worker process exports a loan of 2,500 files, 8,000 pages and 3 GB, one
 * file of which has 1.4 GB, as zip and PDF. Measures the peak memory of this process, and fails above 512 MB or if an
 * export fails. The store needs 24 GB: STORE_GIB=24 npm run services -- up --profile test, in an empty .services/test.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { digestsOf } from '@cairn/server/platform/stored-file';
import {
  ExportSteps,
  flags,
  makeTemplate,
  startTestServer,
  type Account,
  type Loan,
} from '@cairn/testing';
import { untilAnswers } from '../tools/processes.ts';
import { environment, up } from '../tools/services/index.ts';

const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
const scale = Number(values.scale);
const FILES = Math.round(2500 * scale);
const PAGES = Math.round(8000 * scale);
const LARGEST_BYTES = Math.round(1_400_000_000 * scale);
const PICTURE_SIDE = 450;
const MAX_MEMORY_MB = 512;
const AT_ONCE = 4;
const MONITOR_PORT = 24_531;
const root = resolve(import.meta.dirname, '..');

/** A PDF of pages that each have an incompressible gray picture. */
function picturePdf(pages: number): Buffer {
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = chunks[0]!.length;
  const add = (...parts: readonly (string | Buffer)[]): void => {
    offsets.push(length);
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    chunks.push(bytes);
    length += bytes.length;
  };
  const pageAt = (page: number): number => 3 + page * 3;
  const kids = Array.from({ length: pages }, (_, page) => `${pageAt(page)} 0 R`).join(' ');
  add('1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  add(`2 0 obj\n<< /Type /Pages /Kids [${kids}] /Count ${pages} >>\nendobj\n`);
  const drawn = 'q 540 0 0 540 36 126 cm /P Do Q';
  for (let page = 0; page < pages; page += 1) {
    const at = pageAt(page);
    add(
      `${at} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${at + 1} 0 R ` +
        `/Resources << /XObject << /P ${at + 2} 0 R >> >> >>\nendobj\n`,
    );
    add(`${at + 1} 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj\n`);
    add(
      `${at + 2} 0 obj\n<< /Type /XObject /Subtype /Image /Width ${PICTURE_SIDE} /Height ${PICTURE_SIDE} ` +
        `/ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${PICTURE_SIDE ** 2} >>\nstream\n`,
      randomBytes(PICTURE_SIDE ** 2),
      '\nendstream\nendobj\n',
    );
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = offsets.length + 1;
  chunks.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks);
}

await up('test');
const services = environment('test');
Object.assign(process.env, services);
await makeTemplate(services['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ logLevel: 'silent' });
const steps = new ExportSteps(server);
const { given, owner } = server;

/** Stores the largest file as a stream, which is never completely in memory: chunks repeat, each with its number. */
async function storeLargest(loan: Loan, by: Account): Promise<void> {
  const block = randomBytes(2 ** 20);
  const bytesAt = (from: number, to: number): Buffer => {
    const bytes = Buffer.allocUnsafe(to - from);
    for (let at = from; at < to;) {
      const inBlock = at % block.length;
      const piece = block.subarray(inBlock, Math.min(block.length, inBlock + to - at));
      piece.copy(bytes, at - from);
      at += piece.length;
    }
    return bytes;
  };
  const size = LARGEST_BYTES;
  const key = `test/${randomUUID()}`;
  await sendInParts(steps.vault, { key, size, bytes: async (from, to) => bytesAt(from, to) });
  const all = Readable.from(
    (function* pieces() {
      for (let at = 0; at < size; at += block.length) {
        yield bytesAt(at, Math.min(size, at + block.length));
      }
    })(),
  );
  const { sha256, crc32, chunkSha256 } = await digestsOf(all);
  const name = 'Site video.mp4';
  const { id } = await given.document(loan, by, { name, size, objectKey: key, state: 'CLEAN' });
  await owner.query(
    'update cairn.document set sha256 = $1, crc32 = $2, chunk_sha256 = $3 where id = $4',
    [sha256, crc32, chunkSha256, id],
  );
  await given.element(loan, { title: 'Site video', answer: { documentId: id, by } });
}

async function makeLoan() {
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account, token } = await given.colleague(company);
  await given.role(loan, account, 'LENDER');
  await storeLargest(loan, account);
  const numbers = Array.from({ length: FILES - 1 }, (_, index) => index).values();
  const work = async (): Promise<void> => {
    for (const number of numbers) {
      // Spreads the total number of pages evenly over the files.
      const pages =
        Math.floor(((number + 1) * PAGES) / (FILES - 1)) -
        Math.floor((number * PAGES) / (FILES - 1));
      const name = `Document ${number + 1}.pdf`;
      await steps.answered(loan, account, [name, picturePdf(Math.max(1, pages))], { title: name });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { loan, token };
}

/** The peak memory of the process, in MB. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

const seconds = (from: number): string => ((performance.now() - from) / 1000).toFixed(0);
let start = performance.now();
const { loan, token } = await makeLoan();
console.log(`${FILES} files stored in ${seconds(start)} s`);

const { app, relay } = server.config.database;
// The prebuilt bundle, as in the image: a worker that bundles the workflows itself keeps half a gigabyte of memory.
const bundle = resolve(root, 'apps/server/dist/workflows.js');
process.once('exit', () => rmSync(bundle, { force: true }));
execFileSync(process.execPath, [resolve(root, 'apps/server/bundle-workflows.ts'), bundle]);
const worker = spawn(process.execPath, [resolve(root, 'apps/server/src/main.ts'), 'worker'], {
  env: {
    ...process.env,
    DATABASE_URL: app,
    RELAY_DATABASE_URL: relay,
    TEMPORAL_TASK_QUEUE: `monster-${randomUUID()}`,
    TEMPORAL_SCHEDULES: 'false',
    WORKER_QUEUES: 'exports,general',
    MONITOR_PORT: String(MONITOR_PORT),
    // The same value as in deploy/Containerfile.
    MALLOC_ARENA_MAX: '2',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'inherit', 'inherit'],
});
process.once('exit', () => worker.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await untilAnswers(`http://127.0.0.1:${MONITOR_PORT}/readyz`);
rmSync(bundle);
console.log(`the worker is ready with ${(await peakOf(worker.pid!)).toFixed(0)} MB`);

let failed = false;
for (const [name, kind, query] of [
  ['zip', 'ZIP', flags(true, false)],
  ['PDF', 'PDF', flags(false, true)],
] as const) {
  start = performance.now();
  await steps.refresh(loan, token, query);
  for (;;) {
    await wait(1000);
    const { packages } = await steps.states(loan, token);
    const state = packages.find((each) => each.kind === kind)?.state;
    if (state === 'FAILED') throw new Error(`the ${name} could not be made`);
    if (state === 'READY') break;
  }
  const { rows } = await owner.query<{ size: string }>(
    'select size from cairn.package_file where loan_id = $1 order by made_at desc limit 1',
    [loan.id],
  );
  const peak = await peakOf(worker.pid!);
  failed ||= peak > MAX_MEMORY_MB;
  console.log(
    `${name}: ${(Number(rows[0]!.size) / 1e9).toFixed(2)} GB in ${seconds(start)} s, ` +
      `the worker had at most ${peak.toFixed(0)} MB (≤ ${MAX_MEMORY_MB})`,
  );
}
worker.kill('SIGTERM');
steps.stop();
await server.stop();
process.exit(failed ? 1 : 0);
