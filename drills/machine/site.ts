/** The installation as users reach it: by name and over TLS, through the proxy. */
import { request as send } from 'node:https';
import { contract } from '@cairn/contract';
import type { Answer, TestServer } from '@cairn/testing';

export interface Reached {
  readonly status: number;
  readonly headers: Answer['headers'];
  readonly bytes: Buffer;
}
export interface SiteOptions {
  readonly domain: string;
  readonly address: string;
  /** Addresses of other hosts; by default they have the same address. */
  readonly others?: Record<string, string>;
  readonly certificate: string;
}
interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

export class Site {
  readonly #options: SiteOptions;
  readonly #cookies = new Map<string, string>();

  constructor(options: SiteOptions) {
    this.#options = options;
  }

  /** A person's browser, which keeps cookies. */
  readonly send: TestServer['send'] = async (name, request = {}) => {
    const { method, path } = contract[name];
    const { params = {}, query = {}, body } = request;
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    );
    const url = new URL(`https://${this.#options.domain}/api${filled}`);
    for (const [key, value] of Object.entries(query)) {
      for (const each of [value].flat()) url.searchParams.append(key, String(each));
    }
    const answer = await this.reach(url, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const text = answer.bytes.toString();
    const isJson = String(answer.headers['content-type']).includes('json');
    return { ...answer, text, body: isJson ? JSON.parse(text) : undefined };
  };

  readonly call: TestServer['call'] = this.send;

  reach(url: URL, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reached> {
    const { domain, others, certificate } = this.#options;
    const address = others?.[url.hostname] ?? this.#options.address;
    const isOwn = url.hostname === domain;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const ownHeaders = { ...headers, ...(isOwn && cookie && { cookie }) };
    return new Promise((resolve, reject) => {
      const outgoing = send(
        url,
        {
          method,
          headers: { ...ownHeaders, ...(body && { 'content-length': Buffer.byteLength(body) }) },
          ca: certificate,
          lookup: (_name, options, done) =>
            options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4),
        },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            for (const line of incoming.headers['set-cookie'] ?? []) {
              const [, key, value] = /^([\w-]+)=([^;]*)/.exec(line) ?? [];
              if (key) this.#cookies.set(key, value ?? '');
            }
            const { statusCode: status = 0, headers: received } = incoming;
            resolve({ status, headers: received, bytes: Buffer.concat(chunks) });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }
}
