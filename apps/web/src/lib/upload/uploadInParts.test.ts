import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { md5 } from './md5.ts';
import {
  type ArrivedPart,
  type StartedUpload,
  type UploadDeps,
  uploadInParts,
  type UploadProgress,
  UploadRefused,
} from './uploadInParts.ts';

const PART = 1000;
const bytes = new Uint8Array(randomBytes(4500));
const source = {
  name: 'a.pdf',
  size: bytes.length,
  lastModified: 1,
  read: async (from: number, to: number) => bytes.slice(from, to),
};

class Lost extends Error {}

let arrived: Map<number, ArrivedPart & { bytes: Uint8Array }>;
let log: string[];
let memory: Map<string, StartedUpload>;
let isGone: boolean;
let answer: (number: number) => number;
let progress: UploadProgress[];

beforeEach(() => {
  arrived = new Map();
  log = [];
  memory = new Map();
  isGone = false;
  answer = () => 200;
  progress = [];
});

const deps = (): UploadDeps => ({
  calls: {
    start: async () => {
      log.push('start');
      return { key: 'key', uploadId: 'id' };
    },
    arrived: async () => {
      log.push('arrived');
      if (!isGone) return [...arrived.values()];
      isGone = false;
      return null;
    },
    sign: async (_, { number, md5: digest }) => ({
      number,
      url: `${number}`,
      headers: { digest },
    }),
    complete: async () => {
      if (arrived.size < 5) throw new Error('parts are missing');
      log.push('complete');
    },
    abort: async () => void log.push('abort'),
  },
  memory: {
    get: (fingerprint) => memory.get(fingerprint) ?? null,
    set: (fingerprint, upload) => memory.set(fingerprint, upload),
    remove: (fingerprint) => memory.delete(fingerprint),
  },
  put: async ({ url, bytes: part, onSent }) => {
    const number = Number(url);
    const status = answer(number);
    if (status === 0) throw new Lost();
    if (status === 200) {
      onSent(part.length);
      log.push(`put ${number}`);
      arrived.set(number, { number, size: part.length, md5: md5(part), bytes: part });
    }
    return status;
  },
  isLost: (failure) => failure instanceof Lost,
  pause: async () => {},
  now: () => 0,
});
const upload = (signal = new AbortController().signal) =>
  uploadInParts(source, deps(), {
    partSize: PART,
    destination: 'loan',
    signal,
    onProgress: (each) => progress.push(each),
  });
const whole = () =>
  Buffer.concat([1, 2, 3, 4, 5].map((number) => arrived.get(number)!.bytes)).equals(bytes);

it('computes MD5 like everyone else, whatever the length', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000]) {
    const some = randomBytes(length);
    expect(md5(some)).toBe(createHash('md5').update(some).digest('hex'));
  }
});

it('sends every part once, completes, and forgets the upload', async () => {
  expect(await upload()).toBe('key');
  expect(log.toSorted()).toEqual(['complete', ...[1, 2, 3, 4, 5].map((n) => `put ${n}`), 'start']);
  expect(whole()).toBe(true);
  expect(memory.size).toBe(0);
  expect(progress.at(-1)).toMatchObject({ sentBytes: bytes.length, isPaused: false });
});

it('pauses while the connection is lost and goes on by itself', async () => {
  let failures = 7;
  answer = () => (failures-- > 0 ? 0 : 200);
  await upload();
  expect(whole()).toBe(true);
  expect(progress.some(({ isPaused }) => isPaused)).toBe(true);
});

it('goes on after a reload with the parts that are missing, and sends damaged ones again', async () => {
  answer = (number) => (number < 4 ? 200 : 403);
  await expect(upload()).rejects.toThrow(UploadRefused);
  arrived.set(2, { ...arrived.get(2)!, md5: 'other bytes' });
  answer = () => 200;
  log = [];
  await upload();
  expect(log.toSorted()).toEqual(['arrived', 'complete', 'put 2', 'put 4', 'put 5']);
  expect(whole()).toBe(true);
});

it('starts over when the upload has expired, and accepts one that was completed already', async () => {
  answer = (number) => (number < 4 ? 200 : 403);
  await expect(upload()).rejects.toThrow();
  arrived.clear();
  isGone = true;
  answer = () => 200;
  log = [];
  await upload();
  expect(log).toContain('start');
  expect(whole()).toBe(true);
});

it('starts only once where the store loses every upload', async () => {
  answer = () => 404;
  await expect(upload()).rejects.toThrow(UploadRefused);
  expect(log).toEqual(['start']);
  expect(memory.size).toBe(0);
});

it('gives the upload up when it is canceled', async () => {
  const control = new AbortController();
  answer = (number) => {
    if (number === 3) control.abort();
    return 200;
  };
  await expect(upload(control.signal)).rejects.toThrow();
  expect(log).toContain('abort');
  expect(log).not.toContain('complete');
  expect(memory.size).toBe(0);
});

it('sends a part again when nothing of it moves, without a failure that says so', async () => {
  const silent = new Set([2]);
  const quiet = deps();
  await uploadInParts(
    source,
    {
      ...quiet,
      put: (part) =>
        silent.delete(Number(part.url))
          ? new Promise((_, reject) => {
              part.signal.addEventListener('abort', () => reject(part.signal.reason as Error));
            })
          : quiet.put(part),
    },
    {
      partSize: PART,
      destination: 'loan',
      stalledMs: 20,
      signal: new AbortController().signal,
      onProgress: (each) => progress.push(each),
    },
  );
  expect(whole()).toBe(true);
  expect(progress.some(({ isPaused }) => isPaused)).toBe(true);
});
