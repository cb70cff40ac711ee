/** Employees who read, write notes and upload through the proxy. Nothing is retried, so each failure counts. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

export interface Person {
  readonly token: string;
  readonly loanId: string;
}

type Work = (traffic: Traffic, person: Person) => Promise<void>;
const read: Work = (traffic, person) => traffic.read(person);
const write: Work = (traffic, person) => traffic.writeNote(person);
/** Only one person uploads, because a scan takes longer than everything else. */
const WORK: readonly Work[] = [
  (traffic, person) => traffic.upload(person),
  ...[write, write, write, read, read, read, read, read],
];

export class Traffic {
  requests = 0;
  failed = 0;
  readonly examples: string[] = [];
  readonly notes = new Set<string>();
  readonly documents = new Set<string>();
  readonly #origin: string;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  start(people: readonly Person[]): void {
    people.forEach((person, index) => {
      const work = WORK[index % WORK.length]!;
      this.#running.push(this.#repeat(() => work(this, person)));
    });
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await work();
      await wait(5 + Math.random() * 30);
    }
  }

  async read(person: Person): Promise<void> {
    await this.#send('GET', '/v2/users/loggedUser', person);
    await this.#send('GET', `/v1/loans/${person.loanId}`, person);
    await this.#send('GET', `/v2/notes/loan/${person.loanId}`, person);
  }

  async writeNote(person: Person): Promise<void> {
    const text = `${randomUUID()} upgrade`;
    const body = { loanId: person.loanId, text };
    if (await this.#send('POST', '/v2/notes', person, body)) this.notes.add(text);
  }

  async upload(person: Person): Promise<void> {
    const content = `Rent roll ${randomBytes(600).toString('base64')}`;
    const about = { name: 'rent-roll.txt', size: content.length, loanId: person.loanId };
    const query = new URLSearchParams({ ...about, size: String(about.size) }).toString();
    const signed = (await this.#send('GET', `/v1/documents/uploadUrlFor?${query}`, person)) as
      | { uploadUrl: string; headers: Record<string, string>; key: string }
      | undefined;
    if (!signed) return;
    const uploaded = await fetch(signed.uploadUrl, {
      method: 'PUT',
      headers: signed.headers,
      body: content,
    });
    if (!uploaded.ok) return this.#fail(`PUT: status ${uploaded.status}`);
    const body = { ...about, key: signed.key };
    const document = (await this.#send('POST', '/v1/documents', person, body)) as
      | { id: string }
      | undefined;
    if (document) this.documents.add(document.id);
  }

  async #send(method: string, path: string, { token }: Person, body?: object): Promise<unknown> {
    this.requests += 1;
    try {
      const answer = await fetch(`${this.#origin}/api${path}`, {
        method,
        headers: {
          cookie: `cairn-session=${token}`,
          ...(body && {
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
            origin: this.#origin,
          }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      if (answer.status === 200) return JSON.parse(text) as unknown;
      return this.#fail(`${method} ${path}: status ${answer.status} ${text.slice(0, 200)}`);
    } catch (error) {
      return this.#fail(`${method} ${path}: ${String((error as Error).cause ?? error)}`);
    }
  }

  #fail(text: string): void {
    this.failed += 1;
    if (this.examples.length < 10) this.examples.push(text);
  }

  async more(count: number): Promise<void> {
    const target = this.requests + count;
    while (this.requests < target) await wait(50);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#running);
  }
}
