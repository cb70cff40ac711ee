/**
 * A double of Twilio's Messages resource on loopback: POST creates a message, GET lists them, with basic
 * authentication and Twilio's errors. It delivers nothing; GET / shows the messages on a page.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Message {
  sid: string;
  account_sid: string;
  to: string;
  from: string;
  body: string;
  status: string;
  date_created: string;
}
interface Options {
  port: number;
  accountSid: string;
  authToken: string;
}

/** Twilio's test numbers, with the error of each. */
const REFUSED: Readonly<Record<string, [code: number, message: string]>> = {
  '+15005550001': [21211, "Invalid 'To' number"],
  '+15005550002': [21612, "The 'To' number is not reachable by SMS"],
  '+15005550003': [21408, 'No permission to send an SMS to this region'],
  '+15005550004': [21610, 'Unsubscribed recipient'],
  '+15005550009': [21614, "'To' number is not a mobile number"],
};
const KEPT = 1000;
const MAX_BYTES = 64 * 1024;

export async function startTextCatcher({ port, accountSid, authToken }: Options) {
  const messages: Message[] = [];
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const expectedHeader = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET' && url.pathname === '/') return page(response, messages);
    if (request.headers.authorization !== expectedHeader)
      return fail(response, 401, 20003, 'Authenticate');
    if (url.pathname !== path) return fail(response, 404, 20404, 'The resource was not found');
    if (request.method === 'GET') {
      const to = url.searchParams.get('To');
      return send(response, 200, { messages: messages.filter((each) => !to || each.to === to) });
    }
    if (request.method !== 'POST') return fail(response, 405, 20004, 'Method not allowed');
    const form = new URLSearchParams(await bodyOf(request));
    const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
    if (!/^\+[1-9]\d{6,14}$/.test(to!)) return fail(response, 400, 21211, "Invalid 'To' number");
    const refused = REFUSED[to!];
    if (refused) return fail(response, 400, ...refused);
    if (!from) return fail(response, 400, 21603, "A 'From' number is required");
    if (!body || body.length > 1600) return fail(response, 400, 21602, 'Message body is required');
    const message = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      account_sid: accountSid,
      to: to!,
      from,
      body,
      status: 'queued',
      date_created: new Date().toUTCString(),
    };
    messages.unshift(message);
    messages.splice(KEPT);
    send(response, 201, message);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => fail(response, 500, 20500, 'Internal server error'));
  });
  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}

function fail(response: ServerResponse, status: number, code: number, message: string): void {
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  send(response, status, { code, message, more_info, status });
}

const escape = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function page(response: ServerResponse, messages: readonly Message[]): void {
  const rows = messages.map(
    ({ to, body, date_created }) =>
      `<li><b>${escape(to)}</b> <time>${escape(date_created)}</time><pre>${escape(body)}</pre></li>`,
  );
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">
<title>Text messages</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;background:#f1efeb;padding:.75rem;border-radius:8px}time{color:#6a655b}li{list-style:none}
ul{padding:0}</style><h1>Text messages</h1><ul>${rows.join('') || '<li>None yet.</li>'}</ul></html>`,
    );
}
