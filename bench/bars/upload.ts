/**
 * Bar 7: a file of 25 MB by the web application's own uploader, in parts with an MD5 each, until the server has created
 * its document, compared with one PUT of the same bytes.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { UPLOAD_PART_BYTES } from '@cairn/contract/constants';
import {
  uploadInParts,
  type UploadCalls,
  type UploadSource,
} from '../../apps/web/src/lib/upload/uploadInParts.ts';
import { BadLine } from '../../drills/upload/bad-line.ts';
import type { Bar, Experiment } from '../experiment.ts';
import type { FileWorld } from '../file-world.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';

const SIZE = 25_000_000;
/** 50 Mbit/s. */
const LINE_BYTES_PER_SECOND = 6_250_000;

interface Put {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array;
}

/** With `port`, through the proxy that listens there. */
function putPart({ url, headers, bytes }: Put, port?: number): Promise<number> {
  const { host, hostname, port: ownPort, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const call = request(
      {
        hostname,
        port: port ?? ownPort,
        path: pathname + search,
        method: 'PUT',
        headers: { ...headers, host, 'content-length': bytes.length },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    call.on('error', reject);
    call.end(bytes);
  });
}

async function openLine({ server }: FileWorld): Promise<BadLine> {
  const { hostname, port } = new URL(server.config.store.endpoint);
  return new BadLine(
    { host: hostname, port: Number(port) },
    { bytesPerSecond: LINE_BYTES_PER_SECOND, faults: [], onReload: () => undefined },
  );
}

async function open(world: FileWorld, line?: BadLine): Promise<Experiment> {
  const { server } = world;
  const linePort = await line?.open();
  const { given } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { account, token } = await given.colleague(company);
  await given.role(loan, account, 'LENDER');
  const as = { token };
  const place = { loanId: loan.id, size: SIZE };
  const content = new Uint8Array(randomBytes(SIZE));
  const checked = <Body>({ status, body }: { status: number; body: Body }): Body => {
    if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };

  const raw: Sample = async () => {
    const query = { name: 'scan.pdf', ...place };
    const { uploadUrl: url, headers } = checked(await server.call('getUploadUrl', { query }, as));
    return measureMicroseconds(async () => {
      const status = await putPart({ url, headers, bytes: content }, linePort);
      if (status !== 200) throw new Error(`the store answered ${status}`);
    });
  };

  const calls: UploadCalls = {
    start: async () => {
      const body = { name: 'scan.pdf', ...place };
      const { key, uploadId } = checked(await server.call('createUpload', { body }, as));
      return { key, uploadId };
    },
    arrived: async (upload) =>
      checked(await server.call('listUploadParts', { query: { ...upload, ...place } }, as)).parts,
    sign: async (upload, { number, md5 }) => {
      const query = { ...upload, ...place, part: [`${number}:${md5}`] };
      return checked(await server.call('signUploadParts', { query }, as)).parts[0]!;
    },
    complete: async (upload) => {
      checked(await server.call('completeUpload', { body: { ...upload, ...place } }, as));
    },
    abort: async (upload) => {
      checked(await server.call('abortUpload', { body: { ...upload, ...place } }, as));
    },
  };
  const ours: Sample = () =>
    measureMicroseconds(async () => {
      const source: UploadSource = {
        name: `${randomUUID()}.pdf`,
        size: SIZE,
        lastModified: 0,
        read: async (from, to) => content.slice(from, to),
      };
      const key = await uploadInParts(
        source,
        {
          calls,
          memory: { get: () => null, set: () => undefined, remove: () => undefined },
          put: (part) => putPart(part, linePort),
          isLost: () => false,
          pause: () => Promise.reject(new Error('the line was lost')),
          now: () => Date.now(),
        },
        {
          partSize: UPLOAD_PART_BYTES,
          destination: loan.id,
          signal: new AbortController().signal,
          onProgress: () => undefined,
        },
      );
      const body = { name: source.name, key, ...place, personal: false };
      checked(await server.call('createDocument', { body }, as));
    });
  return {
    title: line ? 'the same over a line of 50 Mbit/s' : 'a file of 25 MB in parts, to the document',
    plan: world.plan({ rounds: line ? 6 : 30, turn: 1, warmUp: 1 }),
    variants: { ours, 'one PUT': raw, 'one PUT again': raw },
    figure: { over: ['ours'], under: ['one PUT'] },
    same: { over: ['one PUT again'], under: ['one PUT'] },
    close: async () => line?.close(),
  };
}

export const uploadBar: Bar<FileWorld> = {
  number: 7,
  title: '25 MB upload, verified ÷ raw PUT',
  target: 1.05,
  experiments: [(world) => open(world), async (world) => open(world, await openLine(world))],
};
