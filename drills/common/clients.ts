/**
 * Employees of a lender who write notes, upload files and read, and keep a record of what was acknowledged. Like the
 * browser, a client without a final reply repeats the same write under the same key.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from '@cairn/testing';

const RETRY_MS = 100;
/** Longer than an impatient user waits, shorter than any timeout of the server. */
const HANG_MS = 15_000;

export interface Counts {
  writes: number;
  reads: number;
  /** Failed writes and reads by status. Failed reads are not repeated. */
  failedWrites: Record<string, number>;
  failedReads: Record<string, number>;
}

const noCounts = (): Counts => ({ writes: 0, reads: 0, failedWrites: {}, failedReads: {} });

export class Clients {
  /** Acknowledged notes by their unique text, with the time of the acknowledgement. */
  readonly notes = new Map<string, number>();
  /** Acknowledged documents by id, with that time. */
  readonly documents = new Map<string, number>();
  /** Counts since the last `countAnew`. */
  counts = noCounts();
  lastWrite = 0;
  slowest = 0;
  readonly #server: TestServer;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(server: TestServer) {
    this.#server = server;
  }

  get acknowledged(): number {
    return this.notes.size + this.documents.size;
  }

  async start({
    writers,
    uploaders,
    readers,
  }: Record<'writers' | 'uploaders' | 'readers', number>) {
    const { given } = this.#server;
    const company = await given.company();
    const phase = await given.phase(company);
    const start = async (work: (token: string, loanId: string) => Promise<void>) => {
      const employee = await given.employee(company, { level: 'OWNER' });
      const token = await given.session(employee, { roleLevel: 'LENDER', company });
      const loan = await given.loan(phase);
      await given.role(loan, employee, 'LENDER');
      this.#running.push(this.#repeat(() => work(token, loan.id)));
    };
    for (let index = 0; index < writers; index += 1) {
      await start((token, loanId) => this.#writeNote(token, loanId));
    }
    for (let index = 0; index < uploaders; index += 1) {
      await start((token, loanId) => this.#upload(token, loanId));
    }
    for (let index = 0; index < readers; index += 1) {
      await start((token, loanId) => this.#read(token, loanId));
    }
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) await work();
  }

  async #writeNote(token: string, loanId: string): Promise<void> {
    const text = `${randomUUID()} ${randomBytes(600).toString('base64')}`;
    const body = { loanId, text };
    if (await this.#write((as) => this.#server.call('createNote', { body }, as), token)) {
      this.notes.set(text, performance.now());
    }
  }

  async #upload(token: string, loanId: string): Promise<void> {
    const content = `Rent roll ${randomBytes(600).toString('base64')}`;
    const query = { name: 'rent-roll.txt', size: content.length, loanId };
    const signed = await this.#write(
      (as) => this.#server.call('getUploadUrl', { query }, as),
      token,
    );
    if (!signed) return;
    const options = { method: 'PUT', headers: signed.headers, body: content };
    if (!(await fetch(signed.uploadUrl, options)).ok) return;
    const body = { ...query, key: signed.key };
    const document = await this.#write(
      (as) => this.#server.call('createDocument', { body }, as),
      token,
    );
    if (document) this.documents.set(document.id, performance.now());
  }

  async #write<T>(
    send: (as: { token: string; headers: Record<string, string> }) => Promise<{
      status: number;
      body: T;
    }>,
    token: string,
  ): Promise<T | undefined> {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const { status, body } = await this.#timed(() => send({ token, headers }));
      if (status === 200) {
        this.counts.writes += 1;
        this.lastWrite = performance.now();
        return body;
      }
      const { failedWrites } = this.counts;
      failedWrites[status] = (failedWrites[status] ?? 0) + 1;
      if (this.#stopping.signal.aborted) return undefined;
      await wait(RETRY_MS);
    }
  }

  async #read(token: string, loanId: string): Promise<void> {
    const params = { id: loanId };
    const { status } = await this.#timed(() => this.#server.call('getLoan', { params }, { token }));
    const { counts } = this;
    if (status === 200) counts.reads += 1;
    else counts.failedReads[status] = (counts.failedReads[status] ?? 0) + 1;
    await wait(status === 200 ? 20 : RETRY_MS);
  }

  async #timed<T extends { status: number; body: unknown }>(send: () => Promise<T>) {
    const began = performance.now();
    const answer = await Promise.race([
      send(),
      wait(HANG_MS, { status: `none within ${HANG_MS / 1000} s`, body: undefined } as const, {
        ref: false,
      }),
    ]);
    this.slowest = Math.max(this.slowest, performance.now() - began);
    return answer;
  }

  /** Starts counting again, and returns the counts so far. */
  countAnew(): Counts {
    const { counts } = this;
    this.counts = noCounts();
    return counts;
  }

  /** Resolves when this many more writes were acknowledged. */
  async more(count: number, patienceMs: number): Promise<void> {
    const target = this.acknowledged + count;
    const deadline = performance.now() + patienceMs;
    while (this.acknowledged < target) {
      if (performance.now() > deadline) {
        throw new Error(`no ${count} writes in ${patienceMs} ms: ${JSON.stringify(this.counts)}`);
      }
      await wait(20);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }

  /** Finds acknowledged writes that are missing, with their times, and writes that exist twice. */
  async compare(): Promise<{ lost: number; lostTimes: number[]; doubled: number }> {
    const { owner } = this.#server;
    const notes = await owner.query<{ text: string }>('select body as text from cairn.note');
    const documents = await owner.query<{ id: string }>('select id from cairn.document');
    const texts = notes.rows.map(({ text }) => text);
    const stored = new Set([...texts, ...documents.rows.map(({ id }) => id)]);
    const lostTimes = [...this.notes, ...this.documents].flatMap(([each, time]) =>
      stored.has(each) ? [] : [time],
    );
    return {
      lost: lostTimes.length,
      lostTimes,
      doubled: texts.length - new Set(texts).size,
    };
  }
}
