/**
 * node drills/restart/main.ts [--restarts 20] [--busy 4] [--control]
 *
 * Two web processes behind nginx, restarted in turn by SIGTERM while clients read, write and listen to events. No
 * request may fail. --busy N keeps all cores busy with N other processes. With --control the web processes get SIGKILL
 * instead, and the drill must see requests fail. See drills/README.md.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { createTestData, makeDatabase, makeTemplate, ownerPool } from '@cairn/testing';
import { environment, up } from '../../tools/services/index.ts';
import { HOST } from '../../tools/services/profile.ts';
import { Load } from './load.ts';
import { startNginx } from './nginx.ts';
import { WebProcess } from './web-process.ts';

const PROXY_PORT = 24_143;
const WEB_PORTS = [24_144, 24_145];

const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    busy: { type: 'string', default: '0' },
    control: { type: 'boolean' },
  },
});
const restarts = Number(values.restarts);
const isControl = values.control ?? false;

process.setMaxListeners(100);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

await up('test');
const env = environment('test');
Object.assign(process.env, env);
await makeTemplate(env['MIGRATION_DATABASE_URL']!);
const database = await makeDatabase(env['MIGRATION_DATABASE_URL']!);
const owner = ownerPool(database);
const given = createTestData(owner);
const company = await given.company();
const tokens: string[] = [];
for (let index = 0; index < 4; index += 1) tokens.push((await given.colleague(company)).token);
// The drill sends no keep-alive calls, and on a busy machine a run takes longer than half an hour.
await owner.query(`update cairn.session set idle = interval '12 hours'`);

const origin = `http://${HOST}:${PROXY_PORT}`;
const processes = WEB_PORTS.map(
  (port) =>
    new WebProcess(port, {
      ...env,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: database.urls.app,
      RELAY_DATABASE_URL: database.urls.relay,
      TRUSTED_PROXIES: HOST,
      DRAIN_DELAY_SECONDS: '1',
      DRAIN_IDLE_SECONDS: '6',
      LOG_LEVEL: 'error',
    }),
);
await Promise.all(processes.map((each) => each.start()));
const nginx = await startNginx(PROXY_PORT, WEB_PORTS);
const load = new Load(origin, tokens, `${randomUUID()}@example.com`);
load.start();
const others = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.once('exit', () => others.forEach((each) => each.kill('SIGKILL')));
await wait(2000);

const began = performance.now();
const exits: (number | string | null)[] = [];
for (let index = 0; index < restarts; index += 1) {
  const each = processes[index % 2]!;
  exits.push(await each.end(isControl ? 'SIGKILL' : 'SIGTERM'));
  await each.start();
}
const seconds = (performance.now() - began) / 1000;
const { requests, failed, streams, brokenStreams, examples } = await load.stop();
const errors = await nginx.stop();
await Promise.all(processes.map((each) => each.end('SIGTERM')));
await owner.end();
await database.drop();

for (const example of examples) console.error(example);
// Refused connections are expected during a restart; nginx then retries with the other process.
const telling = errors.filter((line) => !line.includes('Connection refused'));
if (failed > 0 && !isControl) for (const line of telling.slice(0, 20)) console.error(line);
const unclean = exits.filter((code) => code !== 0).length;
console.log(
  `restart: ${restarts} restarts in ${seconds.toFixed(0)} s, ${requests} requests (${Math.round(requests / seconds)}/s), ` +
    `${failed} failed; ${streams} event streams, ${brokenStreams} cut instead of ended; ${unclean} exits other than 0`,
);
if (isControl) {
  console.log(failed > 0 ? `control caught: ${failed} failed requests` : 'control MISSED');
  process.exit(failed > 0 ? 0 : 1);
}
process.exit(failed + brokenStreams + unclean === 0 && requests > restarts * 10 ? 0 : 1);
