/**
 * node drills/upload/main.ts [--uploads 200] [--largest 200] [--seed N] [--control]
 *
 * Bar C13: the web application's uploader sends files of 1 MB to --largest MB to the store, larger ones in parts, over
 * connections that are slow, cut, stalled or corrupt data. Pages are reloaded, replies of the server are lost, and one
 * upload in ten is abandoned. With --control a reloaded page forgets its unfinished uploads, and the drill must find
 * that bytes are sent again. See drills/README.md.
 */
import { createCipheriv, createHash } from 'node:crypto';
import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { UPLOAD_PART_BYTES } from '@cairn/contract/constants';
import { abortStaleUploads } from '@cairn/server/modules/documents/abort-uploads';
import { WorkerStorage } from '@cairn/server/platform/object-storage';
import { makeTemplate, startTestServer } from '@cairn/testing';
import { Random } from '@cairn/testing/random';
import {
  type PutPart,
  type StartedUpload,
  type UploadCalls,
  uploadInParts,
  type UploadSource,
} from '../../apps/web/src/lib/upload/uploadInParts.ts';
import { retryWhileLost } from '../../apps/web/src/lib/upload/retryWhileLost.ts';
import { UploadStalled, whileMoving } from '../../apps/web/src/lib/upload/whileMoving.ts';
import { environment, up } from '../../tools/services/index.ts';
import { BadLine, type Fault, type PlannedFault } from './bad-line.ts';

const MEGABYTE = 1_000_000;
/** In megabytes. A file that fits into a single part is sent as a whole, and completely again after a fault. */
const SMALLEST = 1;
const AT_ONCE = 4;
/** Instead of a minute, because the drill's silence is short. */
const STALLED_MS = 20_000;
const LOST_ANSWERS = 0.04;
/** Limit on sent bytes relative to the size of all files. With only a few files the ratio is meaningless. */
const MAX_BYTES_RATIO = 1.15;
const ENOUGH_UPLOADS = 100;
/**
 * The maximum cost of each fault: the parts in flight. A silence lasts longer than the timeout of a stalled part, so
 * it also costs the parts that are sent again.
 */
const PARTS_LOST: Record<Fault, number> = { cut: 1, damage: 1, outage: 4, silence: 8, reload: 4 };
const HEADERS = 1.01;

const { values } = parseArgs({
  options: {
    uploads: { type: 'string', default: '200' },
    largest: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    control: { type: 'boolean' },
  },
});
const uploads = Number(values.uploads);
const largest = Number(values.largest);
const seed = Number(values.seed);
const isControl = values.control ?? false;

class ConnectionLost extends Error {}
class PageClosed extends Error {}

/** Content that need not be stored, because any byte can be computed again. */
function fileOf(index: number, size: number): UploadSource {
  const key = createHash('sha256').update(`${seed} ${index}`).digest().subarray(0, 16);
  return {
    name: `scan ${index}.pdf`,
    size,
    lastModified: index,
    read: async (from, to) => {
      const block = Math.floor(from / 16);
      const counter = Buffer.alloc(16);
      counter.writeBigUInt64BE(BigInt(block), 8);
      const cipher = createCipheriv('aes-128-ctr', key, counter);
      const bytes = cipher.update(Buffer.alloc(to - block * 16));
      return new Uint8Array(bytes.subarray(from - block * 16));
    },
  };
}

await up('test');
Object.assign(process.env, environment('test'));
await makeTemplate(process.env['MIGRATION_DATABASE_URL']!);
const server = await startTestServer({ config: { limitFactor: 10_000 }, logLevel: 'silent' });
const storage = new WorkerStorage(server.config.store);
const { given } = server;
const company = await given.company();
const loan = await given.loan(await given.phase(company));
const employee = await given.employee(company);
const token = await given.session(employee, { roleLevel: 'LENDER', company });
await server.owner.query(`update cairn.session set idle = interval '12 hours'`);

function callsFor({ name, size }: UploadSource, random: Random): UploadCalls {
  const place = { loanId: loan.id, size };
  /** Makes the call, and loses its reply with some probability. */
  const maybeLoseReply = async <Result>(call: Promise<Result>): Promise<Result> => {
    const result = await call;
    if (random.next() < LOST_ANSWERS) throw new ConnectionLost('The answer was lost');
    return result;
  };
  const checked = <Body>({ status, body }: { status: number; body: Body }): Body => {
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  };
  const as = { token };
  return {
    start: async () => {
      const body = { name, ...place };
      const { key, uploadId } = checked(await server.call('createUpload', { body }, as));
      return { key, uploadId };
    },
    arrived: async (upload) => {
      const reply = await maybeLoseReply(
        server.call('listUploadParts', { query: { ...upload, ...place } }, as),
      );
      const isMissing = (reply.body as { code?: string }).code === 'UPLOAD_MISSING';
      return isMissing ? null : checked(reply).parts;
    },
    sign: async (upload, { number, md5 }) => {
      const query = { ...upload, ...place, part: [`${number}:${md5}`] };
      return checked(await maybeLoseReply(server.call('signUploadParts', { query }, as))).parts[0]!;
    },
    complete: async (upload) => {
      const body = { ...upload, ...place };
      checked(await maybeLoseReply(server.call('completeUpload', { body }, as)));
    },
    abort: async (upload) => {
      checked(await server.call('abortUpload', { body: { ...upload, ...place } }, as));
    },
  };
}

/** Like the browser: the store's status, or a failure if there was no reply. */
function putThrough(line: BadLine, port: number, { url, headers, bytes, signal, onSent }: PutPart) {
  return new Promise<number>((resolve, reject) => {
    const { host, pathname, search } = new URL(url);
    const upload = request(
      {
        host: '127.0.0.1',
        port,
        method: 'PUT',
        path: pathname + search,
        headers: { ...headers, host, 'content-length': bytes.length },
        agent: false,
        signal,
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', () => reject(new ConnectionLost('The answer broke off')));
      },
    );
    upload.on('error', (error) =>
      reject(signal.aborted ? error : new ConnectionLost(`No answer: ${error.message}`)),
    );
    // On loopback the operating system accepts a whole part immediately, so progress is measured by the bytes that
    // passed the simulated connection.
    let seenBytes = 0;
    const timer = setInterval(() => {
      const passed = line.sentBy(upload.socket?.localPort ?? 0);
      if (passed === seenBytes) return;
      seenBytes = passed;
      onSent(Math.min(passed, bytes.length));
    }, 100);
    upload.on('close', () => clearInterval(timer));
    upload.end(bytes);
  });
}

const totals = { fileBytes: 0, sentBytes: 0, complete: 0, givenUp: 0, corrupt: 0, wasteful: 0 };
const faults = new Map<Fault, number>();
const failures: string[] = [];

function plannedFaults(size: number, random: Random): PlannedFault[] {
  if (isControl) return [{ fault: 'reload', at: 0.8 * size }];
  const at = () => random.next() * size;
  // A file in one piece has no MD5: TLS detects damage, and the drill's line has no TLS.
  const isWhole = size <= UPLOAD_PART_BYTES;
  return [
    { fault: 'cut', at: at() },
    ...(random.next() < 0.25 ? [{ fault: 'outage' as const, at: at() }] : []),
    ...(random.next() < 0.125 ? [{ fault: 'silence' as const, at: at() }] : []),
    ...(random.next() < 0.125 && !isWhole ? [{ fault: 'damage' as const, at: at() }] : []),
    ...(random.next() < 0.25 ? [{ fault: 'reload' as const, at: at() }] : []),
  ];
}

async function uploadOne(index: number): Promise<void> {
  const random = new Random(seed * 1009 + index);
  const size = Math.round(
    (SMALLEST + (isControl ? 1 : random.next()) * (largest - SMALLEST)) * MEGABYTE,
  );
  const isGivenUp = random.next() < 0.1 && !isControl;
  const source = fileOf(index, size);
  const started = new Map<string, StartedUpload>();
  let page = new AbortController();
  const line = new BadLine(storeAddress, {
    bytesPerSecond: (5 + random.next() * 45) * MEGABYTE,
    faults: isGivenUp
      ? [{ fault: 'reload', at: random.next() * size }]
      : plannedFaults(size, random),
    onReload: () => {
      page.abort(new PageClosed());
      if (isControl) started.clear();
    },
  });
  const port = await line.open();
  const open = (): Promise<string> => {
    page = new AbortController();
    const { signal } = page;
    const closed = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new PageClosed()));
    });
    // A closed page runs no further code, so its signal does not abort the upload.
    const orClosed = <Result>(work: () => Promise<Result>): Promise<Result> =>
      signal.aborted ? new Promise<never>(() => undefined) : Promise.race([work(), closed]);
    const calls = callsFor(source, random);
    if (size <= UPLOAD_PART_BYTES) {
      return Promise.race([closed, sendWhole(source, (part) => putThrough(line, port, part))]);
    }
    return Promise.race([
      closed,
      uploadInParts(
        source,
        {
          calls: {
            start: () => orClosed(() => calls.start()),
            arrived: (upload) => orClosed(() => calls.arrived(upload)),
            sign: (upload, part) => orClosed(() => calls.sign(upload, part)),
            complete: (upload) => orClosed(() => calls.complete(upload)),
            abort: (upload) => orClosed(() => calls.abort(upload)),
          },
          memory: {
            get: (fingerprint) => started.get(fingerprint) ?? null,
            set: (fingerprint, upload) => void started.set(fingerprint, upload),
            remove: (fingerprint) => void started.delete(fingerprint),
          },
          put: (part) => orClosed(() => putThrough(line, port, part)),
          isLost: (failure) => failure instanceof ConnectionLost,
          pause: (ms) => orClosed(() => wait(Math.min(ms, 2000))),
          now: () => Date.now(),
        },
        {
          partSize: UPLOAD_PART_BYTES,
          destination: loan.id,
          stalledMs: STALLED_MS,
          signal: new AbortController().signal,
          onProgress: () => undefined,
        },
      ),
    ]);
  };
  try {
    const key = await sendAgain(open, isGivenUp);
    if (key === null) {
      totals.givenUp += 1;
      return;
    }
    totals.fileBytes += size;
    totals.sentBytes += line.sentBytes;
    const lost = line.happened.reduce((sum, fault) => sum + PARTS_LOST[fault], 0);
    if (line.sentBytes > size * HEADERS + lost * UPLOAD_PART_BYTES) totals.wasteful += 1;
    await keep(source, key);
  } catch (error) {
    failures.push(`upload ${index}, ${size} bytes: ${(error as Error).message}`);
  } finally {
    for (const fault of line.happened) faults.set(fault, (faults.get(fault) ?? 0) + 1);
    await line.close();
  }
}

/** Like features/documents/sendFile.ts for a small file: one URL, and the same bytes again while the line is down. */
async function sendWhole(
  { name, size, read }: UploadSource,
  put: (part: PutPart) => Promise<number>,
): Promise<string> {
  const { signal } = new AbortController();
  const query = { name, size, loanId: loan.id };
  const { status, body } = await server.call('getUploadUrl', { query }, { token });
  if (status !== 200) throw new Error(`no address: ${status}`);
  const { uploadUrl: url, headers, key } = body;
  const bytes = await read(0, size);
  return retryWhileLost(
    async () => {
      const answer = await whileMoving(
        (either, moved) => put({ url, headers, bytes, signal: either, onSent: moved }),
        { signal, stalledMs: STALLED_MS },
      );
      // 412: the object exists, and the reply to the previous PUT was lost.
      if (answer !== 200 && answer !== 412) throw new Error(`the store answered ${answer}`);
      return key;
    },
    {
      signal,
      isLost: (failure) => failure instanceof ConnectionLost || failure instanceof UploadStalled,
      pause: (ms) => wait(Math.min(ms, 2000)),
      onPaused: () => undefined,
    },
  );
}

/** Null if the person closed the page and did not come back. */
async function sendAgain(open: () => Promise<string>, isGivenUp: boolean): Promise<string | null> {
  for (;;) {
    try {
      return await open();
    } catch (failure) {
      if (!(failure instanceof PageClosed)) throw failure;
      if (isGivenUp) return null;
    }
  }
}

/** Creates the document, compares the bytes that arrived, and makes room for the next file. */
async function keep({ name, size, read }: UploadSource, key: string): Promise<void> {
  const body = { name, key, size, loanId: loan.id, personal: false };
  const created = await server.call('createDocument', { body }, { token });
  if (created.status !== 200) throw new Error(`no document: ${created.status}`);
  totals.complete += 1;
  const arrived = createHash('sha256');
  for await (const chunk of await storage.incoming.read(key)) arrived.update(chunk as Buffer);
  const expected = createHash('sha256');
  for (let from = 0; from < size; from += UPLOAD_PART_BYTES) {
    expected.update(await read(from, Math.min(from + UPLOAD_PART_BYTES, size)));
  }
  if (!arrived.digest().equals(expected.digest())) totals.corrupt += 1;
  await storage.incoming.remove(key);
}

/** Uploads whose parts are in the store and that no person will finish. */
async function unfinished(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.incoming.unfinishedUploads('')) {
    if (key.includes(company.id)) keys.push(key);
  }
  return keys;
}

console.log(
  `seed ${seed}, ${uploads} uploads of ${SMALLEST} to ${largest} MB, control: ${isControl}`,
);
const { hostname, port: storePort } = new URL(server.config.store.endpoint);
const storeAddress = { host: hostname, port: Number(storePort) };
const began = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < uploads) {
      next += 1;
      await uploadOne(next);
      if (next % 20 === 0) console.log(`${next} of ${uploads}`);
    }
  }),
);
const leftKeys = await unfinished();
// With a time limit in the future, so that all unfinished uploads count as stale.
for (const key of leftKeys)
  await abortStaleUploads(storage.incoming, new Date(Date.now() + 1000), key);
const orphans = await unfinished();
const { rows } = await server.owner.query<{ documents: number }>(
  'select count(*)::int documents from cairn.document where company_id = $1',
  [company.id],
);
const { documents } = rows[0]!;
storage.close();
await server.stop();

const ratio = totals.sentBytes / totals.fileBytes;
for (const failure of failures.slice(0, 10)) console.error(failure);
const faultCounts = [...faults].map(([fault, count]) => `${count} ${fault}`).join(', ');
console.log(
  [
    `upload: ${totals.complete} of ${uploads - totals.givenUp} complete, ${totals.givenUp} given up, ` +
      `${documents} documents, in ${Math.round((performance.now() - began) / 1000)} s; faults: ${faultCounts}`,
    `bytes sent ÷ bytes of the files: ${ratio.toFixed(3)} (at most ${MAX_BYTES_RATIO} over ${ENOUGH_UPLOADS} files), ` +
      `${Math.round(totals.fileBytes / MEGABYTE)} MB of files; more than the parts on their way lost: ${totals.wasteful}`,
    `corrupt: ${totals.corrupt}; unfinished before the sweep: ${leftKeys.length}, orphans after it: ${orphans.length}`,
  ].join('\n'),
);
if (isControl) {
  const isCaught = totals.wasteful > 0;
  console.log(isCaught ? `control caught: ${totals.wasteful} sent too much` : 'control MISSED');
  process.exit(isCaught ? 0 : 1);
}
const isRight =
  failures.length === 0 &&
  totals.complete + totals.givenUp === uploads &&
  documents === totals.complete &&
  totals.corrupt === 0 &&
  orphans.length === 0 &&
  totals.wasteful === 0 &&
  (uploads < ENOUGH_UPLOADS || ratio <= MAX_BYTES_RATIO);
process.exit(isRight ? 0 : 1);
