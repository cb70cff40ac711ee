/**
 * Calls at a fixed rate, whether or not earlier ones were answered, like many users. Durations count from the
 * scheduled time.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

export interface Person {
  readonly token: string;
  readonly loanId: string;
}
export interface Plan {
  readonly origin: string;
  readonly people: readonly Person[];
  readonly perSecond: number;
  readonly seconds: number;
}
export interface Result {
  /** Durations of calls answered with 200, in milliseconds. */
  readonly times: number[];
  /** Number of calls by status; 0 for no reply. */
  readonly statuses: Record<string, number>;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** An employee's work: mostly reads, some notes, now and then the list of loans. */
const CALLS: readonly ((person: Person) => Call)[] = [
  ({ loanId }) => ({ method: 'GET', path: `/v1/loans/${loanId}` }),
  ({ loanId }) => ({ method: 'GET', path: `/v2/notes/loan/${loanId}` }),
  () => ({ method: 'GET', path: '/v2/users/loggedUser' }),
  ({ loanId }) => ({ method: 'GET', path: `/v1/loans/${loanId}` }),
  ({ loanId }) => ({
    method: 'POST',
    path: '/v2/notes',
    body: { loanId, text: `Called the borrower ${randomUUID()}` },
  }),
];

const GIVE_UP_MS = 20_000;

export async function load({ origin, people, perSecond, seconds }: Plan): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const result: Result = { times: [], statuses: {} };
  const running: Promise<void>[] = [];
  const began = performance.now();
  const all = perSecond * seconds;
  let count = 0;
  const note = async (dueAt: number, answer: Promise<number>): Promise<void> => {
    const status = await answer;
    result.statuses[status] = (result.statuses[status] ?? 0) + 1;
    if (status === 200) result.times.push(performance.now() - dueAt);
  };
  const send = (dueAt: number): void => {
    const person = people[count % people.length]!;
    const call = CALLS[Math.floor(count / people.length) % CALLS.length]!(person);
    count += 1;
    running.push(note(dueAt, statusOf(agent, origin, person, call)));
  };
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      for (;;) {
        const dueAt = began + (count * 1000) / perSecond;
        if (count === all) {
          clearInterval(timer);
          resolve();
          return;
        }
        if (dueAt > now) return;
        send(dueAt);
      }
    }, 2);
  });
  await Promise.all(running);
  agent.destroy();
  return result;
}

function statusOf(
  agent: Agent,
  origin: string,
  { token }: Person,
  { method, path, body }: Call,
): Promise<number> {
  const text = body && JSON.stringify(body);
  return new Promise((resolve) => {
    const call = request(
      `${origin}/api${path}`,
      {
        agent,
        method,
        timeout: GIVE_UP_MS,
        headers: {
          cookie: `cairn-session=${token}`,
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
            'idempotency-key': randomUUID(),
            origin,
          }),
        },
      },
      (answer) => {
        answer.on('end', () => resolve(answer.statusCode ?? 0));
        answer.on('error', () => resolve(0));
        answer.resume();
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', () => resolve(0));
    call.end(text);
  });
}
