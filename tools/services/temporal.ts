// Temporal's development server: one process with its state in one SQLite file. Production runs the server on
// Postgres.

import { mkdirSync } from 'node:fs';
import { connect } from 'node:http2';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { flags, launch } from './process.ts';
import { folder, HOST, type Profile, port } from './profile.ts';
import type { Service } from './service.ts';

export const TEMPORAL_PROGRAM = join(homedir(), '.cache/cairn/bin/temporal');

// A kill during a write must leave a file that the next start can read.
const SQLITE = ['journal_mode=wal', 'synchronous=normal'].flatMap((pragma) => [
  '--sqlite-pragma',
  pragma,
]);

/** Dynamic configuration for development and tests; deploy/ has that of production. */
export const DYNAMIC_CONFIG = [
  // By default timers and retries have a resolution of a second, which is too slow for tests.
  'history.timerProcessorMaxTimeShift="10ms"',
  // One partition per queue instead of four: with the few pollers of one worker, a task in a partition without a
  // poller has to be forwarded.
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  // Companies take turns within a queue, as in production.
  'matching.enableFairness=true',
].flatMap((setting) => ['--dynamic-config-value', setting]);

export const temporal: Service = {
  name: 'temporal',
  processes: ['temporal'],
  mainPort: 'temporal',
  otherPorts: ['temporalHttp', 'temporalMetrics'],
  start,
  healthy: async (profile) => (await isServing(profile)) && (await knowsNamespace(profile)),
};

async function start(profile: Profile): Promise<void> {
  const home = folder(profile, 'temporal');
  mkdirSync(join(home, 'data'), { recursive: true });
  const settings = flags({
    ip: HOST,
    port: port(profile, 'temporal'),
    'http-port': port(profile, 'temporalHttp'),
    'metrics-port': port(profile, 'temporalMetrics'),
    'db-filename': join(home, 'data/temporal.db'),
    'log-format': 'json',
  });
  launch({
    folder: home,
    name: 'temporal',
    command: TEMPORAL_PROGRAM,
    args: ['server', 'start-dev', '--headless', ...settings, ...SQLITE, ...DYNAMIC_CONFIG],
  });
}

/**
 * The standard gRPC health check without a library: a frame is one zero byte, a four-byte length and a message. Field
 * 1 of the request is the service's name; field 1 of the answer is 1 for "serving".
 */
function isServing(profile: Profile): Promise<boolean> {
  const name = 'temporal.api.workflowservice.v1.WorkflowService';
  const message = Buffer.concat([Buffer.from([0x0a, name.length]), Buffer.from(name)]);
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
  return new Promise((resolve, reject) => {
    const connection = connect(`http://${HOST}:${port(profile, 'temporal')}`);
    connection.on('error', reject);
    connection.setTimeout(2000, () => connection.destroy(new Error('Temporal did not answer')));
    const stream = connection.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const received: Buffer[] = [];
    stream.on('data', (data: Buffer) => received.push(data));
    stream.on('error', reject);
    stream.on('end', () => {
      connection.close();
      resolve(
        Buffer.concat(received)
          .subarray(5)
          .equals(Buffer.from([0x08, 0x01])),
      );
    });
    stream.end(frame);
  });
}

async function knowsNamespace(profile: Profile): Promise<boolean> {
  const address = `http://${HOST}:${port(profile, 'temporalHttp')}/api/v1/namespaces/default`;
  const reply = await fetch(address, { signal: AbortSignal.timeout(2000) });
  await reply.body?.cancel();
  return reply.ok;
}
