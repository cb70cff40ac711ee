/** A service on loopback that receives envelopes of the Sentry protocol and keeps them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEvent {
  event_id: string;
  platform: string;
  release: string;
  environment: string;
  transaction: string;
  tags: Record<string, string>;
  exception: {
    values: {
      type: string;
      value: string;
      stacktrace: { frames: { function: string; filename: string; lineno: number }[] };
    }[];
  };
}

export interface SentryReceiver {
  readonly dsn: string;
  events(): ReceivedEvent[];
  /** The raw text with headers, to look for what it must not contain. */
  text(): string;
  /** Sets the status of the next replies; 200 until then. */
  answer(status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
}

const KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

export async function startSentryReceiver(): Promise<SentryReceiver> {
  const received: { events: ReceivedEvent[]; texts: string[] } = { events: [], texts: [] };
  let next: { status: number; headers: Record<string, string> } = { status: 200, headers: {} };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.texts.push(JSON.stringify(request.headers), body);
      const isOurs = String(request.headers['x-sentry-auth']).includes(`sentry_key=${KEY}`);
      const [header, item, payload, ...rest] = body.split('\n').map((line) => JSON.parse(line));
      const isWhole = rest.length === 0 && item.type === 'event';
      const isKnown = request.method === 'POST' && request.url === '/errors/api/42/envelope/';
      if (!isKnown || !isOurs || !isWhole || header.event_id !== payload.event_id) {
        response.writeHead(400).end();
        return;
      }
      if (next.status === 200) received.events.push(payload as ReceivedEvent);
      response.writeHead(next.status, next.headers).end('{}');
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://${KEY}@127.0.0.1:${port}/errors/42`,
    events: () => received.events,
    text: () => received.texts.join('\n'),
    answer: (status, headers = {}) => {
      next = { status, headers };
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
