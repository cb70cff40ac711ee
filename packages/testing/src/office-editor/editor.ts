/**
 * A double of an office server with WOPI, like Collabora Online: its discovery lists the file types that it edits and
 * the key that signs its requests; its page receives a token by a form, loads the document and saves it.
 */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const TICKS_AT_EPOCH = 621_355_968_000_000_000n;

export interface WopiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

interface WopiRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Buffer;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The signed content: token, URL in upper case and time, each preceded by its length. */
function proofOf(key: KeyObject, token: string, url: string, ticks: bigint): string {
  const withLength = (bytes: Buffer): Buffer[] => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(bytes.length);
    return [size, bytes];
  };
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(ticks);
  const parts = [Buffer.from(token), Buffer.from(url.toUpperCase()), time].flatMap(withLength);
  return sign('RSA-SHA256', Buffer.concat(parts), key).toString('base64');
}

export interface OfficeEditorOptions {
  /** What the user types: returns new bytes for those that were loaded. */
  edit?: (bytes: Buffer) => Promise<Buffer>;
}

export async function startOfficeEditor(port = 0, { edit }: OfficeEditorOptions = {}) {
  let key = newKey();
  let publishesKeys = true;
  /** Replaces the origin in discovery: a server that names another one. */
  let actionOrigin: string | undefined;
  let discoveries = 0;
  const opened = new Map<string, { source: string; token: string; bytes: Buffer; lock: string }>();

  const origin = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function discovery(): string {
    const { n, e } = key.publicKey.export({ format: 'jwk' });
    const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
    const at = actionOrigin ?? origin();
    const actions = ['docx', 'xlsx', 'pptx', 'odt'].map(
      (ext) =>
        `<action default="true" ext="${ext}" name="edit" urlsrc="${at}/edit?&lt;ui=UI_LLCC&amp;&gt;kind=${ext}&amp;"/>`,
    );
    const keys = publishesKeys
      ? `<proof-key exponent="${base64(e!)}" modulus="${base64(n!)}" oldexponent="" oldmodulus="" oldvalue="" value=""/>`
      : '';
    return `<?xml version="1.0" encoding="utf-8"?><wopi-discovery><net-zone name="external-http"><app name="writer">${actions.join('')}</app></net-zone>${keys}</wopi-discovery>`;
  }

  /** The URL of a request with the headers that sign it. */
  function signed(source: string, token: string) {
    const url = `${source}?access_token=${encodeURIComponent(token)}`;
    const ticks = BigInt(Date.now()) * 10_000n + TICKS_AT_EPOCH;
    return {
      url,
      headers: {
        'x-wopi-timestamp': String(ticks),
        'x-wopi-proof': proofOf(key.privateKey, token, url, ticks),
      },
    };
  }

  async function ask(
    source: string,
    token: string,
    { method = 'GET', headers = {}, body }: WopiRequest = {},
  ): Promise<WopiAnswer> {
    const { url, headers: proof } = signed(source, token);
    const reply = await fetch(url, {
      method,
      headers: { ...proof, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
    return {
      status: reply.status,
      headers: reply.headers,
      bytes: Buffer.from(await reply.arrayBuffer()),
    };
  }

  const override = (name: string, lock: string) => ({
    'x-wopi-override': name,
    'x-wopi-lock': lock,
  });

  async function open(source: string, token: string): Promise<string> {
    const about = await ask(source, token);
    if (about.status !== 200) return `<p>Document cannot be opened: ${about.status}</p>`;
    const { BaseFileName, UserFriendlyName, PostMessageOrigin } = JSON.parse(
      about.bytes.toString(),
    ) as Record<string, string>;
    const lock = `double-${opened.size + 1}`;
    await ask(source, token, { method: 'POST', headers: override('LOCK', lock) });
    const content = await ask(`${source}/contents`, token);
    const id = String(opened.size + 1);
    opened.set(id, { source, token, bytes: content.bytes, lock });
    const description = escape(
      `${BaseFileName}, ${content.bytes.length} bytes, for ${UserFriendlyName}`,
    );
    return `<h1>Office server</h1><p>${description}</p><button onclick="save()">Save</button><p id="state"></p>
      <script>
      const tell = (MessageId, Values = {}) => parent.postMessage(JSON.stringify({ MessageId, Values }), ${JSON.stringify(PostMessageOrigin)});
      tell('App_LoadingStatus', { Status: 'Document_Loaded' });
      async function save() {
        const answer = await fetch('/save?id=${id}', { method: 'POST' });
        document.querySelector('#state').textContent = answer.ok ? 'Saved' : 'Not saved';
        tell('Action_Save_Resp', { success: answer.ok });
      }
      </script>`;
  }

  async function save(id: string): Promise<number> {
    const { source, token, bytes, lock } = opened.get(id)!;
    const body = edit ? await edit(bytes) : bytes;
    const saved = await ask(`${source}/contents`, token, {
      method: 'POST',
      headers: override('PUT', lock),
      body,
    });
    return saved.status;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin());
    if (url.pathname === '/hosting/discovery') {
      discoveries += 1;
      response.writeHead(200, { 'content-type': 'text/xml' }).end(discovery());
    } else if (url.pathname === '/edit' && request.method === 'POST') {
      const form = new URLSearchParams((await bodyOf(request)).toString());
      const page = await open(url.searchParams.get('WOPISrc')!, form.get('access_token')!);
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    } else if (url.pathname === '/save') {
      response.writeHead(await save(url.searchParams.get('id')!)).end();
    } else response.writeHead(404).end();
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((ready) => {
    server.listen(port, '127.0.0.1', ready);
  });
  return {
    get url() {
      return origin();
    },
    ask,
    signed,
    override,
    get discoveries() {
      return discoveries;
    },
    changeKey(): void {
      key = newKey();
    },
    publishKeys(publishes: boolean): void {
      publishesKeys = publishes;
    },
    nameActionsAt(other: string | undefined): void {
      actionOrigin = other;
    },
    stop: () =>
      new Promise<void>((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
export type OfficeEditorDouble = Awaited<ReturnType<typeof startOfficeEditor>>;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
