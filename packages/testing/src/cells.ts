/** Two cells with a directory and a router in front of them; each cell has its own database. */
import { createDirectory, publishCell, type Published } from '@cairn/server/cli/directory';
import {
  newCellKey,
  privateKeyOf,
  type CellConfig,
} from '@cairn/server/platform/cells/config-cells';
import { readConfig, type Config } from '@cairn/server/platform/config';
import { Router } from '@cairn/server/router/router';
import { createPublicKey } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import type { TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';
import { startPrivatePostgres, type PrivatePostgres } from './private-postgres.ts';
import { startTestServer, type TestServer } from './server.ts';

const DIRECTORY_KEY = 'the-key-of-the-directory-in-tests-0123456789';

export interface TestCell {
  readonly name: string;
  readonly server: TestServer;
  readonly cell: CellConfig;
  publish(): Promise<Published>;
}
export interface TestCells {
  readonly first: TestCell;
  readonly second: TestCell;
  readonly origin: string;
  readonly directory: PrivatePostgres;
  stop(): Promise<void>;
}

/** The URL with which maintenance commands connect to a test server's database. */
function ownerUrlOf({ config }: TestServer): string {
  const url = new URL(config.database.app);
  url.username = 'postgres';
  return url.href;
}

export async function startTestCells(
  over: {
    config?: Partial<Record<'one' | 'two', Partial<Config>>>;
    durable?: boolean;
    /** Existing databases, which are not dropped at the end. */
    databases?: Readonly<Record<'one' | 'two', TestDatabase>>;
  } = {},
): Promise<TestCells> {
  const directory = await startPrivatePostgres();
  await directory.query('create database directory');
  await createDirectory(directory.url('postgres', 'directory'), ['one', 'two']);
  const names = ['one', 'two'] as const;
  const ports = [await freePort(), await freePort(), await freePort()];
  const keys = names.map(() => newCellKey());
  const cells = names.map((name, index) => ({
    name,
    url: new URL(`http://127.0.0.1:${ports[index]}`),
    publicKey: createPublicKey(privateKeyOf(keys[index]!.secret)),
  }));
  const origin = `http://localhost:${ports[2]}`;
  const start = async (name: 'one' | 'two', index: number): Promise<TestCell> => {
    const access = { url: directory.url(`cairn_cell_${name}`, 'directory'), key: DIRECTORY_KEY };
    const cell = { name, cells, key: privateKeyOf(keys[index]!.secret), directory: access };
    const server = await startTestServer({
      durable: over.durable ?? false,
      ...(over.databases && { database: over.databases[name] }),
      config: {
        publicUrl: new URL(origin),
        trustedProxies: ['127.0.0.1'],
        cell,
        ...over.config?.[name],
      },
    });
    await server.app.listen({ port: ports[index]!, host: '127.0.0.1' });
    return { name, server, cell, publish: () => publishCell(ownerUrlOf(server), access) };
  };
  const first = await start('one', 0);
  const second = await start('two', 1);
  const router = new Router(
    {
      publicUrl: new URL(origin),
      port: ports[2]!,
      host: '127.0.0.1',
      logLevel: 'silent',
      trustedProxies: [],
      cells,
      directory: { url: directory.url('cairn_router', 'directory'), key: DIRECTORY_KEY },
    },
    pino({ level: readConfig().logLevel === 'debug' ? 'debug' : 'silent' }),
  );
  await router.listen();
  return {
    first,
    second,
    origin,
    directory,
    async stop() {
      await router.stop();
      await first.server.stop();
      await second.server.stop();
      await directory.stop();
    },
  };
}

export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** A browser that connects to the router and keeps the cookies it gets. */
export class CookieJar {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply<T>> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const header of answer.headers.getSetCookie()) {
      const [pair = ''] = header.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  }
}

/** Creates the same person in another cell, as an invitation or a move does. */
export const copyAccount = (
  to: pg.Pool,
  { id, emailAddress }: { id: string; emailAddress: string },
): Promise<unknown> =>
  to.query(
    `insert into cairn.account (id, email_address, given_name, family_name)
     values ($1, $2, 'Kim', 'Osei')`,
    [id, emailAddress],
  );
