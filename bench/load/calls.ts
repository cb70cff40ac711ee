/** The calls of users, as the browser sends them. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { API_BASE_PATH, contract, type CallName } from '@cairn/contract';
import type { Random } from '@cairn/testing/random';
import type { SampleFile } from './files.ts';
import type { OpenRequest, People, Person } from './people.ts';

export interface Request {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: object;
}
type Read = readonly [
  name: CallName,
  who: 'employee' | 'borrower',
  request: (loanId: string) => Request,
];

/** A sample of twenty reads: the calls for opening a page, by lender and borrower. */
export const READS: readonly Read[] = [
  ['viewLoans', 'employee', () => ({ query: { limit: '50' } })],
  ['viewLoans', 'employee', () => ({ query: { limit: '50' } })],
  ['getLoan', 'employee', (id) => ({ params: { id } })],
  ['getLoan', 'employee', (id) => ({ params: { id } })],
  ['listElements', 'employee', (id) => ({ params: { id } })],
  ['listElements', 'employee', (id) => ({ params: { id } })],
  ['listElements', 'employee', (id) => ({ params: { id } })],
  ['listReviewQueue', 'employee', () => ({})],
  ['listNotes', 'employee', (loanId) => ({ params: { loanId } })],
  ['listLoanActivity', 'employee', (id) => ({ params: { id } })],
  ['listNotifications', 'employee', () => ({})],
  ['countUnreadMessages', 'employee', () => ({})],
  ['getLoggedUser', 'employee', () => ({})],
  ['viewLoans', 'borrower', () => ({ query: { limit: '50' } })],
  ['getLoan', 'borrower', (id) => ({ params: { id } })],
  ['listElements', 'borrower', (id) => ({ params: { id } })],
  ['listElements', 'borrower', (id) => ({ params: { id } })],
  ['listNotifications', 'borrower', () => ({})],
  ['listMessages', 'borrower', (loanId) => ({ query: { loanId } })],
  ['getLoggedUser', 'borrower', () => ({})],
];

const GIVE_UP_MS = 30_000;

interface Answer {
  readonly status: number;
  readonly text: string;
}

class Failed extends Error {
  readonly status: string;
  constructor(step: string, { status, text }: Answer) {
    super(`${step} answered ${status}: ${text.slice(0, 200)}`);
    this.status = `${step} ${status}`;
  }
}

export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 });
  readonly #origin: string;
  readonly #people: People;
  readonly #random: Random;
  readonly #open: { person: Person; request: OpenRequest }[];
  /** Ids of the documents that were made. */
  readonly documents: string[] = [];
  /** The first failure of each kind, for the report. */
  readonly problems = new Map<string, string>();

  readonly #cookie: (token: string) => string;

  constructor(
    origin: string,
    people: People,
    random: Random,
    cookie = (token: string): string => `cairn-session=${token}`,
  ) {
    this.#origin = origin;
    this.#cookie = cookie;
    this.#people = people;
    this.#random = random;
    const open = people.borrowers.flatMap((person) =>
      person.open.map((openRequest) => ({ person, request: openRequest })),
    );
    this.#open = random.shuffled(open);
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Resolves to the status, in the form in which it is counted. */
  async counted(work: Promise<unknown>): Promise<string> {
    try {
      await work;
      return '200';
    } catch (error) {
      const kind = error instanceof Failed ? error.status : String(error);
      if (!this.problems.has(kind)) this.problems.set(kind, String(error));
      return kind;
    }
  }

  read([name, who, of]: Read): Promise<unknown> {
    const person = this.#someone(who);
    return this.#call(person, name, of(this.#loanOf(person)));
  }

  note(): Promise<unknown> {
    const person = this.#someone('employee');
    const body = { loanId: this.#loanOf(person), text: `Called the borrower ${randomUUID()}` };
    return this.#call(person, 'createNote', { body });
  }

  pin(): Promise<unknown> {
    const person = this.#someone('employee');
    return this.#call(person, 'pinLoan', { params: { id: this.#loanOf(person) } });
  }

  /**
   * The four steps of a borrower's page: get the URL, send the bytes to the store, create the document, answer the
   * request.
   */
  async upload({ name, content }: SampleFile): Promise<void> {
    const next = this.#open.pop();
    if (!next) throw new Error('every request is answered');
    const { person, request: openRequest } = next;
    const { loanId, elementId } = openRequest;
    const size = content.length;
    const query = { name, size: String(size), loanId, formElementId: elementId };
    const signed = await this.#call<{
      key: string;
      uploadUrl: string;
      headers: Record<string, string>;
    }>(person, 'getUploadUrl', { query });
    const putReply = await this.#send(signed.uploadUrl, 'PUT', signed.headers, content);
    if (putReply.status !== 200) throw new Failed('the store', putReply);
    const body = { name, size, loanId, formElementId: elementId, key: signed.key };
    const { id } = await this.#call<{ id: string }>(person, 'createDocument', { body });
    this.documents.push(id);
    await this.#call(person, 'answerElement', {
      body: { elementId, loanId, documentId: id },
    });
  }

  #someone(who: 'employee' | 'borrower'): Person {
    const among = who === 'employee' ? this.#people.employees : this.#people.borrowers;
    return among[this.#random.below(among.length)]!;
  }

  #loanOf({ loanIds }: Person): string {
    return loanIds[this.#random.below(loanIds.length)]!;
  }

  async #call<Reply>(person: Person, name: CallName, what: Request): Promise<Reply> {
    const { params = {}, query, body } = what;
    const { method, path } = contract[name];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
    const search = query ? `?${new URLSearchParams(query).toString()}` : '';
    const answer = await this.#send(
      `${this.#origin}${API_BASE_PATH}${filled}${search}`,
      method,
      {
        cookie: this.#cookie(person.token),
        ...(method !== 'GET' && { 'idempotency-key': randomUUID(), origin: this.#origin }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body && Buffer.from(JSON.stringify(body)),
    );
    if (answer.status !== 200) throw new Failed(name, answer);
    return JSON.parse(answer.text) as Reply;
  }

  #send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body?: Buffer,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request(
        url,
        {
          agent: this.#agent,
          method,
          timeout: GIVE_UP_MS,
          headers: { ...headers, ...(body && { 'content-length': body.length }) },
        },
        (answer) => {
          let text = '';
          answer
            .setEncoding('utf8')
            .on('data', (part: string) => (text += part))
            .on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
            .on('error', reject);
        },
      );
      call.on('timeout', () => call.destroy(new Error(`no answer in ${GIVE_UP_MS / 1000} s`)));
      call.on('error', reject);
      call.end(body);
    });
  }
}
