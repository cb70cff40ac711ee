/**
 * Bar 11: how much of the database's capacity reaches users. Both arms run at full load for a second at a time. A
 * sample is the time per request, so a higher rate is a lower figure: 0.56 of pgbench's rate is 1.8 times its time.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loanList } from '@cairn/server/modules/loans/list-store';
import pg from 'pg';
import type { Bar, Experiment } from '../experiment.ts';
import { HttpClient, requestText } from '../http-client.ts';
import { startWeb, type Running } from '../processes.ts';
import { measureMicroseconds, type Sample } from '../rounds.ts';
import type { World } from '../world.ts';

const LIMIT = 50;
const PATH = `/api/v1/loans/view?category=ORIGINATION&limit=${LIMIT}`;
const CONNECTIONS = 16;
const WEB_PROCESSES = 2;
const SECONDS = 1;

/** Debian's wrapper needs a server package; the program itself does not. */
const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find((path) =>
  existsSync(path),
);

/** pgbench has no numbered parameters, so values are inlined in the prepared statement. */
function withValues({ text, values }: { text: string; values: readonly unknown[] }): string {
  return text.replaceAll(/\$(\d+)/g, (_match, number: string) =>
    pg.escapeLiteral(String(values[Number(number) - 1])),
  );
}

async function driven(url: string, script: string): Promise<number> {
  const run = promisify(execFile);
  const { stdout } = await run(PGBENCH!, [
    ...['--no-vacuum', '--protocol=prepared', '--client', String(CONNECTIONS), '--jobs', '2'],
    ...['--time', String(SECONDS), '--file', script, url],
  ]);
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench printed no rate: ${stdout}`);
  return 1e6 / rate;
}

function saturated(clients: readonly HttpClient[], request: string): Sample {
  return async () => {
    const until = Date.now() + SECONDS * 1000;
    let requests = 0;
    const keepAsking = async (client: HttpClient): Promise<void> => {
      while (Date.now() < until) {
        await client.succeed(request);
        requests += 1;
      }
    };
    return (await measureMicroseconds(() => Promise.all(clients.map(keepAsking)))) / requests;
  };
}

async function open(world: World): Promise<Experiment> {
  if (PGBENCH === undefined)
    throw new Error('bar 11 needs pgbench: apt-get install postgresql-contrib');
  const { measured, urls, environment } = world;
  const webs: Running[] = [];
  for (let count = 0; count < WEB_PROCESSES; count += 1) webs.push(await startWeb(environment));
  const request = requestText('GET', PATH, { cookie: `cairn-session=${measured.token}` });
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, index) =>
      HttpClient.open(webs[index % webs.length]!.port),
    ),
  );
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'));
  const script = join(folder, 'list.sql');
  const list = loanList(
    measured.actor,
    { category: 'ORIGINATION' },
    { pinned: false, limit: LIMIT + 1 },
  ).statement();
  await writeFile(script, `${withValues(list).replaceAll(/\s+/g, ' ')};\n`);
  const bench: Sample = () => driven(urls.owner, script);
  return {
    title: `time per request, ${CONNECTIONS} connections, ${WEB_PROCESSES} web processes`,
    plan: world.plan({ rounds: 20, turn: 1, warmUp: 3 }),
    variants: { list: saturated(clients, request), pgbench: bench, 'pgbench again': bench },
    figure: { over: ['list'], under: ['pgbench'] },
    same: { over: ['pgbench again'], under: ['pgbench'] },
    notes: { 'the same as a rate': 'pgbench transactions/s ÷ list requests/s; 1.8 is 0.56' },
    async close() {
      for (const client of clients) client.close();
      for (const web of webs) await web.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const saturationBar: Bar = {
  number: 11,
  title: 'pgbench transactions/s of the list query ÷ list requests/s at saturation',
  target: 1.8,
  experiments: [open],
};
