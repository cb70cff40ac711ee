/** Starts the processes under test separately, so that they do not share an event loop. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Route } from './delay-proxy.ts';
import type { StaticReply } from './static-server.ts';

export interface Running {
  readonly port: number;
  stop(): Promise<void>;
}

const root = resolve(import.meta.dirname, '..');
const START_WITHIN_MS = 30_000;

/**
 * Ends the child with this process, so that a failed run leaves nothing running. Children with an IPC channel end by
 * themselves when it closes.
 */
const endWithThis = (child: ChildProcess): void => {
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.removeListener('exit', kill));
};

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts a helper process, which sends its port when it listens. */
async function startHelper(script: string, message: StaticReply | Route): Promise<Running> {
  const child = fork(join(import.meta.dirname, script));
  child.send(message);
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`))),
  ])) as [number];
  return { port, stop: () => end(child) };
}

export const startStaticServer = (reply: StaticReply): Promise<Running> =>
  startHelper('static-server.ts', reply);
export const startDelayProxy = (route: Route): Promise<Running> =>
  startHelper('delay-proxy.ts', route);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The application's web role. */
export async function startWeb(environment: Readonly<Record<string, string>>): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts'), 'web'], {
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  endWithThis(child);
  const until = Date.now() + START_WITHIN_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error('the server did not listen in time');
    await wait(50);
  }
  return { port, stop: () => end(child) };
}
