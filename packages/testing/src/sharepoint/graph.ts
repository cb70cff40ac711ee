/**
 * A double of Microsoft Graph on loopback, as documented: app tokens, a site with libraries, and upload sessions that
 * accept ranges in order and report which bytes they expect next.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SHAREPOINT_APP, SHAREPOINT_SITE } from './environment.ts';

const TOKEN = 'development-only-token';
const UNIT = 320 * 1024;
const DRIVES = [
  { id: 'b!documents', name: 'Documents' },
  { id: 'b!loans', name: 'Loan files' },
];

/** `dropped`: half of the range arrives before the connection breaks. `expired`: the session no longer exists. */
export type RangeFault = 'throttled' | 'unavailable' | 'dropped' | 'expired';

interface Session {
  readonly path: string;
  received: Buffer[];
  size: number;
}

export async function startGraph(port = 0) {
  const files = new Map<string, Buffer>();
  const sessions = new Map<string, Session>();
  /** Content-Range of every range received, in order. */
  const ranges: string[] = [];
  const faults: RangeFault[] = [];
  let isForbidden = false;

  function api(path: string, method: string, body: Buffer, response: ServerResponse): void {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { hostname, pathname } = new URL(SHAREPOINT_SITE);
    if (path === `/sites/${hostname}:${pathname}`) return json(response, 200, { id: 'site-1' });
    if (path.startsWith('/sites/site-1/drives')) return json(response, 200, { value: DRIVES });
    const [, drive, place = ''] = /^\/drives\/([^/]+)\/root:\/(.+)$/.exec(path) ?? [];
    if (!DRIVES.some(({ id }) => id === drive)) return json(response, 404, {});
    if (method === 'POST' && place.endsWith(':/createUploadSession')) {
      if (isForbidden) return json(response, 403, { error: { code: 'accessDenied' } });
      const options = JSON.parse(body.toString()) as { item?: Record<string, string> };
      const behavior = options.item?.['@microsoft.graph.conflictBehavior'];
      const id = `${sessions.size + 1}`;
      const at = place.slice(0, -':/createUploadSession'.length);
      if (files.has(at) && behavior !== 'replace') return json(response, 409, {});
      sessions.set(id, { path: at, received: [], size: 0 });
      return json(response, 200, { uploadUrl: `${origin}/upload/${id}?tempauth=secret` });
    }
    const isFolder = [...files.keys()].some((each) => each.startsWith(`${place}/`));
    if (!isFolder) return json(response, 404, {});
    json(response, 200, { webUrl: `${origin}/web/${encodeURI(place)}` });
  }

  function upload(request: IncomingMessage, id: string, body: Buffer, response: ServerResponse) {
    const session = sessions.get(id);
    // The URL itself is the permission; like SharePoint, it refuses an additional token.
    if (request.headers.authorization) return json(response, 401, {});
    if (!session) return json(response, 404, { error: { code: 'itemNotFound' } });
    const expected = { nextExpectedRanges: [`${session.size}-`] };
    if (request.method === 'GET') return json(response, 200, expected);
    const contentRange = String(request.headers['content-range']);
    ranges.push(contentRange);
    const [from, last, size] = (/^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange) ?? [])
      .slice(1)
      .map(Number);
    const isWhole = size !== undefined && last! + 1 === size;
    if (
      size === undefined ||
      last! - from! + 1 !== body.length ||
      (!isWhole && body.length % UNIT)
    ) {
      return json(response, 400, {});
    }
    const fault = faults.shift();
    if (fault === 'throttled') {
      response.setHeader('retry-after', '1');
      return json(response, 429, {});
    }
    if (fault === 'unavailable') return json(response, 503, {});
    if (fault === 'expired') sessions.delete(id);
    if (fault === 'expired') return json(response, 404, {});
    if (from !== session.size) return json(response, 416, {});
    const received = fault === 'dropped' ? body.subarray(0, Math.floor(body.length / 2)) : body;
    session.received.push(received);
    session.size += received.length;
    if (fault === 'dropped') return request.socket.destroy();
    if (session.size < size)
      return json(response, 202, { nextExpectedRanges: [`${session.size}-`] });
    files.set(session.path, Buffer.concat(session.received));
    sessions.delete(id);
    json(response, 201, { id: `item-${id}`, size });
  }

  function logIn(path: string, body: Buffer, response: ServerResponse): void {
    const form = new URLSearchParams(body.toString());
    const isKnown =
      path.startsWith(`/login/${SHAREPOINT_APP.tenantId}/`) &&
      form.get('client_id') === SHAREPOINT_APP.clientId &&
      form.get('client_secret') === SHAREPOINT_APP.clientSecret &&
      form.get('grant_type') === 'client_credentials';
    if (isKnown) json(response, 200, { access_token: TOKEN, expires_in: 3599 });
    else json(response, 401, { error: 'invalid_client' });
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = decodeURIComponent(request.url ?? '/');
      if (path.startsWith('/login/')) return logIn(path, body, response);
      const [, id] = /^\/upload\/(\d+)/.exec(path) ?? [];
      if (id) return upload(request, id, body, response);
      if (!path.startsWith('/v1.0')) return json(response, 200, {});
      if (request.headers.authorization !== `Bearer ${TOKEN}`) return json(response, 401, {});
      return api(path.slice('/v1.0'.length).split('?')[0]!, request.method!, body, response);
    });
  });
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    port: (server.address() as AddressInfo).port,
    files,
    ranges,
    faults,
    forbid(forbidden: boolean) {
      isForbidden = forbidden;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function json(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
