/**
 * `cairn router`: the process in front of several cells. It passes each request to one cell and makes no other
 * decision: only the cell knows who the caller is and what they may do. The cell is that of the browser's session; for
 * a login, the home cell of the address, from the directory; on a company's own host name, the cell of that company.
 * See docs/operations/cells.md.
 */
import { createHash } from 'node:crypto';
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream/promises';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { API_BASE_PATH, contract } from '@cairn/contract';
import { CONTINUE_HEADER, STATEMENT_HEADER } from '../platform/cells/cells.ts';
import type { CellAddress } from '../platform/cells/config-cells.ts';
import { Directory } from '../platform/cells/directory.ts';
import type { RouterConfig } from '../platform/config.ts';
import {
  cellCookie,
  cookieOf,
  cookiesFor,
  parseCookies,
  sessionsIn,
  startsSession,
} from './cookies.ts';

const MAX_LOGIN_BYTES = 64 * 1024;
/** Timeout without data in either direction. Event streams send a beat more often. */
const SILENCE_MS = 150_000;
/** Timeout of a logout in one cell, so that a cell that is down does not prevent the logout in the others. */
const LOGOUT_MS = 5000;
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Node's client sends these methods without body framing: the cell would read a body as the next request. */
const WITHOUT_STREAM = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);
/** Calls without a session that name the person by an email address. */
const BY_ADDRESS: ReadonlySet<string> = new Set(
  [
    contract.login,
    contract.loginWithConfirmCode,
    contract.newPassword,
    contract.signup,
    contract.confirmSignup,
    contract.resendConfirmationCode,
    contract.forgotPassword,
    contract.confirmForgotPassword,
  ].map(({ path }) => API_BASE_PATH + path),
);
const LOGOUT = API_BASE_PATH + contract.logout.path;
/** The only call after which the router may continue in another cell. */
const CHANGES_CELL = API_BASE_PATH + contract.setLoggedRole.path.replace(/\{.*/, '');
/** Percent-encoded unreserved characters. None of our clients encodes them. */
const ENCODED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/i;

class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

export class Router {
  readonly server: http.Server;
  readonly #config: RouterConfig;
  readonly #directory: Directory;
  readonly #log: Logger;
  readonly #cells: ReadonlyMap<string, CellAddress>;
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  readonly #cellCookie: string;

  constructor(config: RouterConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#directory = new Directory(config.directory);
    this.#cells = new Map(config.cells.map((cell) => [cell.name, cell]));
    this.#cellCookie = cellCookie(config.publicUrl.protocol === 'https:');
    this.server = http.createServer({ requestTimeout: 60_000, headersTimeout: 30_000 });
    this.server.on('request', (request, response) => void this.#answer(request, response));
  }

  listen(): Promise<void> {
    const { port, host } = this.#config;
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
  }

  async stop(): Promise<void> {
    this.server.closeIdleConnections();
    const closed = new Promise((resolve) => this.server.close(resolve));
    setTimeout(() => this.server.closeAllConnections(), 10_000).unref();
    await closed;
    for (const agent of Object.values(this.#agents)) agent.destroy();
    await this.#directory.stop();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      if (!(error instanceof Refused))
        this.#log.error(
          { err: error },
          'a request could not be forwarded to its cell; it was answered with 503',
        );
      const status = error instanceof Refused ? error.status : 503;
      if (response.headersSent) return void response.destroy();
      const code =
        status === 503 ? 'UNAVAILABLE' : status === 404 ? 'NOT_FOUND' : 'INVALID_REQUEST';
      response.writeHead(status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
        ...(status === 503 && { 'retry-after': '10' }),
      });
      response.end(JSON.stringify({ code, message: 'Please try again in a little while.' }));
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    refuseUnframed(request);
    const path = pathOf(request);
    if (path === '/livez') return void response.end('ok');
    if (request.method === 'POST' && BY_ADDRESS.has(path)) {
      const body = await readBody(request, MAX_LOGIN_BYTES);
      const cell = await this.#cellOfAddress(addressIn(body));
      return this.#pass(request, response, cell, { body });
    }
    const cell = await this.#cellOfRequest(request);
    if (request.method !== 'POST' || path !== LOGOUT) return this.#pass(request, response, cell);
    const ends = await this.#endSessionsBeside(cell, request);
    return this.#pass(request, response, cell, { ends });
  }

  /**
   * A cell ends only its own session, so this logs out of the others. Returns the cookies that the browser no longer
   * needs.
   */
  async #endSessionsBeside(here: CellAddress, request: IncomingMessage): Promise<string[]> {
    const { cookie } = request.headers;
    const sessions = sessionsIn(cookie).filter(({ cell }) => cell !== here.name);
    await Promise.all(
      sessions.map(async ({ cell: name }) => {
        const cell = this.#cells.get(name);
        if (!cell) return;
        const exchange = this.#send(cell, request, { body: Buffer.from('{}') });
        exchange.request.setTimeout(LOGOUT_MS);
        try {
          (await exchange.answer).resume();
        } catch (error) {
          this.#log.warn(
            { err: error, cell: name },
            'a cell could not be reached to end a session, which stays valid until it expires',
          );
        }
      }),
    );
    const isChosen = parseCookies(cookie).some(([name]) => name === this.#cellCookie);
    return [...sessions.map(({ cookie: each }) => each), ...(isChosen ? [this.#cellCookie] : [])];
  }

  /**
   * Always picks the same cell for an unknown address, so that its answers and timing are those of a known one. Each of
   * these calls asks the directory once and is passed on once.
   */
  async #cellOfAddress(address: string): Promise<CellAddress> {
    const cellName = await this.#directory.cellOfAddress(address);
    const hash = createHash('sha256').update(this.#directory.hash(address)).digest();
    const all = this.#config.cells;
    return this.#cells.get(cellName ?? '') ?? all[hash.readUInt32BE() % all.length]!;
  }

  async #cellOfRequest({ headers }: IncomingMessage): Promise<CellAddress> {
    const cookies = new Map(parseCookies(headers.cookie));
    const byCookie = this.#cells.get(cookies.get(this.#cellCookie) ?? '');
    if (byCookie) return byCookie;
    const [word, ...rest] = (headers.host ?? '').toLowerCase().split('.');
    if (rest.join('.') === this.#config.publicUrl.host) {
      const cell = await this.#directory.cellOfSubdomain(word!);
      if (cell !== undefined && this.#cells.has(cell)) return this.#cells.get(cell)!;
    }
    return this.#config.cells[0]!;
  }

  async #pass(
    request: IncomingMessage,
    response: ServerResponse,
    cell: CellAddress,
    options: { body?: Buffer; ends?: readonly string[] } = {},
  ): Promise<void> {
    const exchange = this.#send(cell, request, options);
    request.once('aborted', () => exchange.request.destroy());
    response.once('close', () => exchange.request.destroy());
    if (!options.body)
      pipeline(request, exchange.request, { end: true }).catch(() => exchange.request.destroy());
    const answer = await exchange.answer;
    const next = this.#cells.get(String(answer.headers[CONTINUE_HEADER] ?? ''));
    if (next && request.method === 'PUT' && pathOf(request).startsWith(CHANGES_CELL)) {
      const statement = answer.headers[STATEMENT_HEADER];
      answer.resume();
      return this.#continue(request, response, next, statement ? String(statement) : undefined);
    }
    await this.#reply(response, cell, answer, { ends: options.ends });
  }

  /**
   * Continues in another cell: with the statement of the person's home cell, or in the session that they have there.
   */
  async #continue(
    request: IncomingMessage,
    response: ServerResponse,
    cell: CellAddress,
    statement: string | undefined,
  ): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://router');
    const role = {
      roleLevel: url.pathname.split('/').at(-1),
      companyId: url.searchParams.get('companyId'),
    };
    const exchange = this.#send(
      cell,
      request,
      statement === undefined
        ? { method: 'GET', path: `${API_BASE_PATH}${contract.getLoggedUser.path}` }
        : {
            method: 'POST',
            path: '/cells/enter',
            body: Buffer.from(JSON.stringify({ statement, role })),
          },
    );
    const answer = await exchange.answer;
    const isIn = answer.statusCode === 200;
    // If the other cell refused, the browser stays in its cell, unless the person has to log in at home.
    await this.#reply(response, cell, answer, { chooses: isIn || statement === undefined });
  }

  #send(
    cell: CellAddress,
    incoming: IncomingMessage,
    changes: { method?: string; path?: string; body?: Buffer },
  ) {
    const { method = incoming.method ?? 'GET', path = incoming.url ?? '/', body } = changes;
    const headers = forwardedHeaders(incoming, cell.name, this.#config.trustedProxies);
    if (body) {
      headers['content-length'] = String(body.length);
      headers['content-type'] = 'application/json';
    } else if (changes.path !== undefined) {
      delete headers['content-length'];
      delete headers['content-type'];
    } else if (incoming.headers['transfer-encoding'] !== undefined) {
      headers['transfer-encoding'] = 'chunked';
    }
    const secure = cell.url.protocol === 'https:';
    const request = (secure ? https : http).request({
      agent: this.#agents[secure ? 'https:' : 'http:'],
      hostname: cell.url.hostname,
      port: cell.url.port,
      method,
      path,
      headers,
      timeout: SILENCE_MS,
    });
    request.once('timeout', () => request.destroy(new Error('the cell is silent')));
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.once('error', reject);
    });
    if (body !== undefined || changes.path !== undefined) request.end(body);
    return { request, answer };
  }

  async #reply(
    response: ServerResponse,
    cell: CellAddress,
    answer: IncomingMessage,
    { chooses = false, ends = [] }: { chooses?: boolean; ends?: readonly string[] | undefined },
  ): Promise<void> {
    const headers: http.OutgoingHttpHeaders = { ...withoutHop(answer.headers) };
    for (const name of Object.keys(headers)) if (name.startsWith('x-cairn-')) delete headers[name];
    const cookies = answer.headers['set-cookie'] ?? [];
    const secure = this.#config.publicUrl.protocol === 'https:' ? '; Secure' : '';
    const attributes = `Path=/; HttpOnly; SameSite=Strict${secure}`;
    const own =
      chooses || startsSession(cookies)
        ? [`${this.#cellCookie}=${cell.name}; ${attributes}`]
        : (answer.statusCode ?? 502) < 300
          ? ends.map((name) => `${name}=; Max-Age=0; ${attributes}`)
          : [];
    const all = [...cookies.map((each) => cookieOf(cell.name, each)), ...own];
    if (all.length > 0) headers['set-cookie'] = all;
    response.writeHead(answer.statusCode ?? 502, headers);
    response.flushHeaders();
    await pipeline(answer, response).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}

/** Refuses a body that the cell might end at another byte than this process does (request smuggling). */
function refuseUnframed({ method = '', headers }: IncomingMessage): void {
  const encoding = headers['transfer-encoding'];
  if (encoding === undefined) return;
  if (WITHOUT_STREAM.has(method) || encoding.toLowerCase() !== 'chunked') throw new Refused(400);
}

/**
 * Returns the path as a cell reads it. Alternative spellings are refused, because this process would route by one
 * reading and the cell would answer by another: whole URLs, fragments, and percent-encoded characters that need no
 * encoding.
 */
function pathOf({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  const plain = decodePath(path);
  // Calls between cells are not available to browsers, however the path is spelled.
  if (/^\/+(?:\.\/+)*cells(?:\/|$)/i.test(plain)) throw new Refused(404);
  if (!url.startsWith('/') || url.includes('#') || ENCODED_UNRESERVED.test(path)) {
    throw new Refused(400);
  }
  return plain;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Refused(400);
  }
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new Refused(413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Text that is not an address is passed on as well, and the cell refuses it. */
function addressIn(body: Buffer): string {
  try {
    const fields = JSON.parse(body.toString()) as Record<string, unknown> | null;
    const address = fields?.['username'] ?? fields?.['emailAddress'];
    return typeof address === 'string' ? address.slice(0, 320) : '';
  } catch {
    return '';
  }
}

const withoutHop = (headers: IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function forwardedHeaders(
  request: IncomingMessage,
  cell: string,
  trusted: readonly string[],
): http.OutgoingHttpHeaders {
  const headers = withoutHop(request.headers);
  for (const name of Object.keys(headers)) if (name.startsWith('x-cairn-')) delete headers[name];
  const { remoteAddress: caller = '' } = request.socket;
  headers['x-forwarded-for'] = clientOf(request, trusted);
  if (!isTrusted(caller, trusted)) {
    delete headers['x-forwarded-host'];
    delete headers['x-forwarded-proto'];
    delete headers['forwarded'];
  }
  const cookies = cookiesFor(cell, request.headers.cookie);
  if (cookies) headers['cookie'] = cookies;
  else delete headers['cookie'];
  return headers;
}

/**
 * The client address that cells see: the nearest one that is not a trusted proxy. Clients can forge everything before
 * it.
 */
function clientOf({ socket, headers }: IncomingMessage, trusted: readonly string[]): string {
  let client = socket.remoteAddress ?? '';
  const before = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed();
  for (const address of before.map((each) => each.trim())) {
    if (!isTrusted(client, trusted) || !ipaddr.isValid(address)) break;
    client = address;
  }
  return client;
}

function isTrusted(address: string, trusted: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return trusted.some((entry) => {
    const [network, bits] = entry.includes('/')
      ? ipaddr.parseCIDR(entry)
      : ([ipaddr.process(entry), undefined] as const);
    if (network.kind() !== caller.kind()) return false;
    return bits === undefined
      ? network.toString() === caller.toString()
      : caller.match(network, bits);
  });
}
