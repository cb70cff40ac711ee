import { type BrowserCall, calls } from './calls.ts';
import type { CallName, Contract, Problem, ReplyOf, RequestOf } from '@cairn/contract';
import { API_BASE_PATH, SLOW_TIMEOUT_MS, TIMEOUT_MS } from '@cairn/contract/constants';
import { CallError, readProblemHeaders } from './CallError.ts';
import { connectionLost } from './connection.ts';
import { closedForMaintenance } from './maintenance.ts';

export type Request<Name extends CallName> = RequestOf<Contract[Name]>;
export type Reply<Name extends CallName> = ReplyOf<Contract[Name]>;

/** The parts of a request: path parameters, query and body. */
interface RequestParts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const RETRY_AFTER_MS = 800;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** Arrays become repeated keys (?phaseId=1&phaseId=2). Undefined values are omitted. */
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

/**
 * Browsers limit the bodies of all pending keepalive requests to 64 KiB in total, so a larger body is sent without
 * keepalive.
 */
const MAX_KEEPALIVE_CHARS = 8_000;

function requestInit(call: BrowserCall, { body }: RequestParts, key: string): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (call.method !== 'GET') headers['idempotency-key'] = key;
  // For a form, the browser sets the content type itself, because it includes the multipart boundary.
  if (body !== undefined && !call.form) headers['content-type'] = 'application/json';
  const text = body === undefined || call.form ? '' : JSON.stringify(body);
  return {
    method: call.method,
    credentials: 'same-origin',
    headers,
    ...(text && { body: text }),
    ...(call.form && body !== undefined && { body: formOf(body) }),
    // With keepalive a write is completed even if the user closes the page at the same moment.
    keepalive: call.method !== 'GET' && !call.form && text.length <= MAX_KEEPALIVE_CHARS,
  };
}

/** Builds a form from the contract's representation of its files: { name, text } for each field. */
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
    // A proxy in front of the server can respond with any JSON body, including null.
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

/**
 * Retries a write that got no response once, with the same idempotency key, so that the server applies it only once.
 */
async function attemptTwice(request: Attempt) {
  try {
    return await attempt(request);
  } catch (failure) {
    if (request.signal?.aborted || request.init.method === 'GET') throw failure;
    await pause(RETRY_AFTER_MS);
    return attempt(request);
  }
}

/** If the server asks for a longer wait, the failure is shown to the user instead. */
const MAX_RETRY_AFTER_SECONDS = 5;
const MAX_WAITS = 2;

/**
 * Waits and retries without a message after a 429 response: the server has not processed the request and says when to
 * retry.
 */
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

/** Sends the named call of the contract. Throws a CallError for every response that is not a success. */
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
