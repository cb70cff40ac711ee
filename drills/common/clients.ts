/**
 * Employees of a lender who write notes, upload files and read, and remember what was acknowledged. As the browser does,
 * a client that got no final answer sends the same write again under the same key.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestServer } from '@cairn/testing';

const RETRY_MS = 100;
/** More than an impatient user waits, less than any timeout of the server. */
const HANG_MS = 15_000;

export interface Counts {
  writes: number;
  reads: number;
  /** By status. A read that fails is not repeated. */
  failedWrites: Record<string, number>;
  failedReads: Record<string, number>;
}

const noCounts = (): Counts => ({ writes: 0, reads: 0, failedWrites: {}, failedReads: {} });

export class Clients {
  /** Each note has its own text. With the time at which it was acknowledged. */
  readonly notes = new Map<string, number>();
  /** By id, with that time. */
  readonly documents = new Map<string, number>();
  /** Since `countAnew`. */
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
    const put = { method: 'PUT', headers: signed.headers, body: content };
    if (!(await fetch(signed.uploadUrl, put)).ok) return;
    const body = { ...query, key: signed.key };
    const made = await this.#write(
      (as) => this.#server.call('createDocument', { body }, as),
      token,
    );
    if (made) this.documents.set(made.id, performance.now());
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

  /** Resolves to the counts so far. */
  countAnew(): Counts {
    const { counts } = this;
    this.counts = noCounts();
    return counts;
  }

  /** Until so many more writes were acknowledged. */
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

  /** What was acknowledged and is not there, with the times of that, and what is there twice. */
  async compare(): Promise<{ lost: number; lostTimes: number[]; doubled: number }> {
    const { owner } = this.#server;
    const notes = await owner.query<{ text: string }>('select body as text from cairn.note');
    const documents = await owner.query<{ id: string }>('select id from cairn.document');
    const texts = notes.rows.map(({ text }) => text);
    const found = new Set([...texts, ...documents.rows.map(({ id }) => id)]);
    const lostTimes = [...this.notes, ...this.documents].flatMap(([each, time]) =>
      found.has(each) ? [] : [time],
    );
    return {
      lost: lostTimes.length,
      lostTimes,
      doubled: texts.length - new Set(texts).size,
    };
  }
}
