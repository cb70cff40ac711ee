/** A separate PgBouncer in transaction mode, in front of the test profile's Postgres. */
import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installPgbouncer } from '../../tools/services/pgbouncer.ts';
import { HOST, isRoot } from '../../tools/services/profile.ts';

const PORT = 24_142;

export async function startPgbouncer(databaseUrl: string) {
  const program = await installPgbouncer();
  const version = /(\d+\.\d+\.\d+)/.exec(
    execFileSync(program, ['--version'], { encoding: 'utf8' }),
  )![1]!;
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pooling-'));
  const target = new URL(databaseUrl);
  writeFileSync(join(folder, 'users.txt'), '"cairn_app" ""\n');
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${target.hostname} port=${target.port}
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${PORT}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
max_prepared_statements = 200
default_pool_size = 4
max_client_conn = 500
server_reset_query =
log_connections = 0
log_disconnections = 0
log_pooler_errors = 0
`,
  );
  chmodSync(folder, 0o755);
  // PgBouncer refuses to run as root.
  const asUser = isRoot() ? ['-u', 'postgres'] : [];
  const child = spawn(program, ['-q', ...asUser, join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output = (output + data.toString()).slice(-2000)));
  for (let tries = 0; !(await listens()); tries += 1) {
    if (tries > 100 || child.exitCode !== null)
      throw new Error(`PgBouncer did not start: ${output}`);
    await wait(100);
  }
  const url = new URL(databaseUrl);
  url.port = String(PORT);
  return {
    url: url.href,
    version,
    async stop(): Promise<void> {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

const listens = (): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(PORT, HOST);
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
