import { type BrowserCall, calls } from './calls.ts';
import type { CallName, Contract, Problem, ReplyOf, RequestOf } from '@cairn/contract';
import { API_BASE_PATH } from '@cairn/contract/constants';
import { CallError, readProblemHeaders } from './CallError.ts';
import { connectionLost } from './connection.ts';

export type Request<Name extends CallName> = RequestOf<Contract[Name]>;
export type Reply<Name extends CallName> = ReplyOf<Contract[Name]>;

/** The three places a value can travel in, whatever the call. */
interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const TIMEOUT_MS = 10_000;
const RETRY_AFTER_MS = 800;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Arrays become repeated keys: ?phaseId=1&phaseId=2. What is undefined is not sent. */
function queryString(query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined) search.append(name, String(item));
    }
  }
  const text = search.toString();
  return text && `?${text}`;
}

export function addressOf(path: string, { params = {}, query }: Parts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  return `${API_BASE_PATH}${filled}${queryString(query)}`;
}

function requestInit(call: BrowserCall, { body }: Parts, key: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.method !== 'GET') headers['idempotency-key'] = key;
  if (body !== undefined) headers['content-type'] = 'application/json';
  return {
    method: call.method,
    credentials: 'same-origin',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
}

async function readProblem(response: Response): Promise<Partial<Problem>> {
  try {
    return (await response.json()) as Problem;
  } catch {
    return {};
  }
}

async function failureOf(response: Response): Promise<CallError> {
  const problem = await readProblem(response);
  connectionLost.set(response.status >= 500);
  return new CallError(response.status, problem, readProblemHeaders(response.headers));
}

async function attempt(address: string, init: RequestInit, signal?: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    connectionLost.set(true);
    throw new CallError(0, {});
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** A write without an answer is sent once more under the same key: the server does it only once. */
async function attemptTwice(address: string, init: RequestInit, signal?: AbortSignal) {
  try {
    return await attempt(address, init, signal);
  } catch (failure) {
    if (!(failure instanceof CallError) || init.method === 'GET') throw failure;
    await pause(RETRY_AFTER_MS);
    return attempt(address, init, signal);
  }
}

export function refuseOtherMethods(method: string): void {
  if (!METHODS.includes(method)) throw new Error(`Method ${method} is not supported`);
}

/** One call of the contract, by its name. Whatever is not a success throws a CallError. */
export async function send<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  signal?: AbortSignal,
): Promise<Reply<Name>> {
  const call = calls[name];
  refuseOtherMethods(call.method);
  const parts = request as Parts;
  const init = requestInit(call, parts, crypto.randomUUID());
  const response = await attemptTwice(addressOf(call.path, parts), init, signal);
  if (!response.ok) throw await failureOf(response);
  connectionLost.set(false);
  return (await response.json()) as Reply<Name>;
}
