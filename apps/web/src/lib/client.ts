import { type BrowserCall, calls } from './calls.ts';
import type { CallName, Contract, Problem, ReplyOf, RequestOf } from '@cairn/contract';
import { API_BASE_PATH, SLOW_TIMEOUT_MS, TIMEOUT_MS } from '@cairn/contract/constants';
import { CallError, readProblemHeaders } from './CallError.ts';
import { connectionLost } from './connection.ts';
import { closedForMaintenance } from './maintenance.ts';

export type Request<Name extends CallName> = RequestOf<Contract[Name]>;
export type Reply<Name extends CallName> = ReplyOf<Contract[Name]>;

/** The three parts of a request: path parameters, query and body. */
interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const RETRY_AFTER_MS = 800;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Arrays become repeated keys: ?phaseId=1&phaseId=2. Undefined values are not sent. */
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

export function addressOf(path: string, { params = {}, query }: RequestParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  return `${API_BASE_PATH}${filled}${queryString(query)}`;
}

/** Browsers limit keepalive requests to 64 KiB in total. */
const MAX_KEEPALIVE_CHARS = 8_000;

function requestInit(call: BrowserCall, { body }: RequestParts, key: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.method !== 'GET') headers['idempotency-key'] = key;
  // The browser itself says where the parts of a form begin.
  if (body !== undefined && !call.form) headers['content-type'] = 'application/json';
  const text = body === undefined || call.form ? '' : JSON.stringify(body);
  return {
    method: call.method,
    credentials: 'same-origin',
    headers,
    ...(text && { body: text }),
    ...(call.form && body !== undefined && { body: formOf(body) }),
    // keepalive: a write is sent even when the user closes the page at the same moment.
    keepalive: call.method !== 'GET' && !call.form && text.length <= MAX_KEEPALIVE_CHARS,
  };
}

/** Files of a form are { name, text }, as the contract has them. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(
    body as Record<string, { name: string; text: string }>,
  )) {
    form.append(field, new File([value.text], value.name, { type: 'text/csv' }));
  }
  return form;
}

async function readProblem(response: Response): Promise<Partial<Problem>> {
  try {
    // A proxy in front of the server may answer with any body, also null.
    return ((await response.json()) as Problem | null) ?? {};
  } catch {
    return {};
  }
}

async function failureOf(response: Response): Promise<CallError> {
  const problem = await readProblem(response);
  const closed = problem.code === 'MAINTENANCE';
  if (closed) closedForMaintenance.set(true);
  connectionLost.set(response.status >= 500 && !closed);
  return new CallError(response.status, problem, readProblemHeaders(response.headers));
}

interface Attempt {
  address: string;
  init: RequestInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

async function attempt({ address, init, timeoutMs, signal }: Attempt) {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await fetch(address, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch {
    if (signal?.aborted) throw CallError.unanswered('request aborted');
    connectionLost.set(true);
    throw CallError.unanswered(timeout.aborted ? 'timeout exceeded' : 'network error');
  }
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** A write without an answer is sent once more under the same key: the server does it only once. */
async function attemptTwice(request: Attempt) {
  try {
    return await attempt(request);
  } catch (failure) {
    if (request.signal?.aborted || request.init.method === 'GET') throw failure;
    await pause(RETRY_AFTER_MS);
    return attempt(request);
  }
}

/** Longer than this, the person is told instead. */
const MAX_RETRY_AFTER_SECONDS = 5;
const MAX_WAITS = 2;

/** The server did nothing yet and says when to retry: worth a short, silent wait. */
async function attemptPatiently(request: Attempt): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    const response = await attemptTwice(request);
    if (response.status !== 429 || waits === MAX_WAITS) return response;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (!(seconds <= MAX_RETRY_AFTER_SECONDS)) return response;
    await pause(seconds * 1000);
    if (request.signal?.aborted) throw CallError.unanswered('request aborted');
  }
}

export function refuseOtherMethods(method: string): void {
  if (!METHODS.includes(method)) throw new Error(`Method ${method} is not supported`);
}

/** Sends a call of the contract, by its name. Throws a CallError for anything but success. */
export async function send<Name extends CallName>(
  name: Name,
  request: Request<Name>,
  signal?: AbortSignal,
): Promise<Reply<Name>> {
  const call = calls[name];
  refuseOtherMethods(call.method);
  const parts = request as RequestParts;
  const init = requestInit(call, parts, crypto.randomUUID());
  const response = await attemptPatiently({
    address: addressOf(call.path, parts),
    init,
    timeoutMs: call.slow ? SLOW_TIMEOUT_MS : TIMEOUT_MS,
    signal,
  });
  if (!response.ok) throw await failureOf(response);
  connectionLost.set(false);
  return (await response.json()) as Reply<Name>;
}
