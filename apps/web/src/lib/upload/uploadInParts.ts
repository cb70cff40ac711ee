/**
 * Uploads one large file in parts directly to the object store. A lost connection pauses the upload, which resumes
 * automatically with the parts that have not arrived. After a reload it resumes when the user chooses the same file
 * again. A part whose MD5 differs from that of the file is sent again.
 */
import { md5 } from './md5.ts';
import { UploadStalled, whileMoving } from './whileMoving.ts';

export interface UploadSource {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
  /** The bytes from `from` (inclusive) to `to` (exclusive). */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export interface StartedUpload {
  readonly key: string;
  readonly uploadId: string;
}

export interface ArrivedPart {
  readonly number: number;
  readonly size: number;
  readonly md5: string;
}

export interface SignedPart {
  readonly number: number;
  readonly url: string;
  readonly headers: Record<string, string>;
}

/** The calls to the server. Each one throws on failure; `isLost` tells whether the failure is a lost connection. */
export interface UploadCalls {
  start(): Promise<StartedUpload>;
  /** Null if the upload no longer exists and a new one is needed. */
  arrived(upload: StartedUpload): Promise<readonly ArrivedPart[] | null>;
  sign(upload: StartedUpload, part: { number: number; md5: string }): Promise<SignedPart>;
  complete(upload: StartedUpload): Promise<void>;
  abort(upload: StartedUpload): Promise<void>;
}

export interface PutPart {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
}

/** Started uploads by the fingerprint of their file. They survive a reload. */
export interface UploadMemory {
  get(fingerprint: string): StartedUpload | null;
  set(fingerprint: string, upload: StartedUpload): void;
  remove(fingerprint: string): void;
}

export interface UploadDeps {
  readonly calls: UploadCalls;
  readonly memory: UploadMemory;
  /** Returns the status of the store's response. Throws if no response arrived. */
  put(part: PutPart): Promise<number>;
  isLost(failure: unknown): boolean;
  /** Resolves after the given time, or as soon as the connection is back. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  now(): number;
}

export interface UploadProgress {
  readonly sentBytes: number;
  /** Null until enough was sent for an estimate. */
  readonly secondsLeft: number | null;
  readonly isPaused: boolean;
}

export interface UploadOptions {
  readonly partSize: number;
  /** Distinguishes the same file sent to different places. */
  readonly destination: string;
  readonly signal: AbortSignal;
  /** A part that makes no progress for this long is sent again. */
  readonly stalledMs?: number;
  onProgress(progress: UploadProgress): void;
}

const AT_ONCE = 4;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/**
 * How often the store may refuse one part, for example because the part was damaged in transit or its URL has expired.
 * Lost connections are not counted.
 */
const MAX_REFUSALS = 5;

export class UploadRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The store refused a part with ${status}`);
    this.status = status;
  }
}
class UploadGone extends Error {}

/** Returns the key of the object after all parts have arrived and are joined. */
export async function uploadInParts(
  source: UploadSource,
  deps: UploadDeps,
  options: UploadOptions,
): Promise<string> {
  const upload = new PartUpload(source, deps, options);
  const fingerprint = await upload.fingerprint();
  const { calls, memory } = deps;
  let started = memory.get(fingerprint);
  try {
    for (;;) {
      const current: StartedUpload = started ?? (await upload.retried(() => calls.start()));
      memory.set(fingerprint, current);
      try {
        await upload.send(current, { isNew: started === null });
        memory.remove(fingerprint);
        return current.key;
      } catch (failure) {
        if (!(failure instanceof UploadGone)) throw failure;
        memory.remove(fingerprint);
        // The upload expired or was aborted elsewhere, so a new one is started. This happens at most once, because each
        // start counts against the quota.
        if (started === null) throw new UploadRefused(404);
        started = null;
      }
    }
  } catch (failure) {
    const current = memory.get(fingerprint);
    if (options.signal.aborted && current) {
      memory.remove(fingerprint);
      await calls.abort(current).catch(() => {});
    }
    throw failure;
  }
}

class PartUpload {
  private readonly source: UploadSource;
  private readonly deps: UploadDeps;
  private readonly options: UploadOptions;
  /** Bytes of each part that have arrived or are being sent. */
  private readonly sent = new Map<number, number>();
  private readonly speed: { at: number; bytes: number }[] = [];
  private readonly digests = new Map<number, string>();
  private waiting = 0;

  constructor(source: UploadSource, deps: UploadDeps, options: UploadOptions) {
    this.source = source;
    this.deps = deps;
    this.options = options;
  }

  /**
   * Identifies a file that the user chooses again later, by name, size, date, and the MD5 of its first and last part.
   */
  async fingerprint(): Promise<string> {
    const { name, size, lastModified } = this.source;
    const { partSize, destination } = this.options;
    const last = Math.ceil(size / partSize);
    const firstDigest = this.digestOf(1, await this.bytesOf(1));
    const lastDigest = this.digestOf(last, await this.bytesOf(last));
    const text = [destination, name, size, lastModified, firstDigest, lastDigest].join('\n');
    return md5(new TextEncoder().encode(text));
  }

  private bytesOf(number: number): Promise<Uint8Array<ArrayBuffer>> {
    const { partSize } = this.options;
    const from = (number - 1) * partSize;
    return this.source.read(from, Math.min(from + partSize, this.source.size));
  }

  /** Cached, because the fingerprint also needs two of the digests. */
  private digestOf(number: number, bytes: Uint8Array): string {
    const digest = this.digests.get(number) ?? md5(bytes);
    this.digests.set(number, digest);
    return digest;
  }

  async send(upload: StartedUpload, { isNew }: { isNew: boolean }): Promise<void> {
    const { calls } = this.deps;
    this.sent.clear();
    const arrived = isNew ? [] : await this.retried(() => calls.arrived(upload));
    if (arrived === null) {
      // Either the parts were joined and only the response was lost, or the upload has expired. The server knows which.
      await this.retried(() => calls.complete(upload)).catch((failure: unknown) => {
        throw this.options.signal.aborted ? failure : new UploadGone();
      });
      return;
    }
    await this.sendParts(upload, new Map(arrived.map((part) => [part.number, part])));
    await this.retried(() => calls.complete(upload));
  }

  private async sendParts(
    upload: StartedUpload,
    arrived: ReadonlyMap<number, ArrivedPart>,
  ): Promise<void> {
    const { partSize, signal } = this.options;
    const count = Math.ceil(this.source.size / partSize);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    let next = 1;
    const work = async (): Promise<void> => {
      while (next <= count) {
        const number = next;
        next += 1;
        await this.sendPart(upload, number, arrived.get(number), either);
      }
    };
    const workers = Array.from({ length: Math.min(AT_ONCE, count) }, () =>
      work().catch((failure: unknown) => {
        next = count + 1;
        stop.abort();
        throw failure;
      }),
    );
    const results = await Promise.allSettled(workers);
    signal.throwIfAborted();
    const failures = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    // The other workers were aborted because of the first failure, so their errors are not reported.
    const first = failures.find((failure) => !isAbort(failure)) ?? failures[0];
    if (first) throw first;
  }

  private async sendPart(
    upload: StartedUpload,
    number: number,
    arrived: ArrivedPart | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const bytes = await this.bytesOf(number);
    const digest = this.digestOf(number, bytes);
    if (arrived?.size === bytes.length && arrived.md5 === digest) {
      this.report(number, bytes.length);
      return;
    }
    let refusals = 0;
    await this.retried(async () => {
      for (;;) {
        const { url, headers } = await this.deps.calls.sign(upload, { number, md5: digest });
        const status = await this.put(number, { url, headers, bytes, signal });
        if (status >= 200 && status < 300) break;
        this.report(number, 0);
        if (status === 404) throw new UploadGone();
        if (status >= 500) throw new LostPart();
        refusals += 1;
        if (refusals >= MAX_REFUSALS) throw new UploadRefused(status);
      }
      this.report(number, bytes.length);
    }, number);
  }

  /** Fails as if the connection were lost when the transfer makes no progress. */
  private put(number: number, { signal, ...part }: Omit<PutPart, 'onSent'>): Promise<number> {
    const { stalledMs } = this.options;
    return whileMoving(
      (either, moved) =>
        this.deps.put({
          ...part,
          signal: either,
          onSent: (sentBytes) => {
            moved();
            this.report(number, sentBytes);
          },
        }),
      { signal, stalledMs },
    );
  }

  /** Repeats an attempt, with growing pauses, while the connection is lost. */
  async retried<Result>(attempt: () => Promise<Result>, part?: number): Promise<Result> {
    const { signal } = this.options;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      signal.throwIfAborted();
      try {
        return await attempt();
      } catch (failure) {
        signal.throwIfAborted();
        const isStalled = failure instanceof UploadStalled || failure instanceof LostPart;
        if (!isStalled && !this.deps.isLost(failure)) throw failure;
      }
      if (part !== undefined) this.sent.set(part, 0);
      this.waiting += 1;
      this.tell();
      await this.deps.pause(pauseMs, signal);
      this.waiting -= 1;
    }
  }

  private report(part: number, bytes: number): void {
    this.sent.set(part, bytes);
    this.tell();
  }

  private tell(): void {
    const sentBytes = [...this.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    const isPaused = this.waiting > 0;
    this.options.onProgress({ sentBytes, secondsLeft: this.secondsLeft(sentBytes), isPaused });
  }

  /** Estimates the remaining time from the speed of the last ten seconds. */
  private secondsLeft(sentBytes: number): number | null {
    const at = this.deps.now();
    this.speed.push({ at, bytes: sentBytes });
    while (this.speed.length > 2 && at - this.speed[0]!.at > 10_000) this.speed.shift();
    const [oldest] = this.speed;
    const seconds = (at - oldest!.at) / 1000;
    const bytes = sentBytes - oldest!.bytes;
    if (seconds < 1 || bytes <= 0) return null;
    return Math.ceil(((this.source.size - sentBytes) * seconds) / bytes);
  }
}

/** The store responded, but cannot accept the part at the moment (5xx). */
class LostPart extends Error {}

const isAbort = (failure: unknown): boolean => (failure as Error | null)?.name === 'AbortError';
