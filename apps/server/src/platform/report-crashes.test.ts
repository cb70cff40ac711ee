import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { startSentryReceiver } from '@cairn/testing';
import { afterEach, expect, test } from 'vitest';

const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

/** Runs a process with the log of main.ts that ends by `code`. */
async function crash(dsn: string, code: string) {
  const script = `
    import pino from 'pino';
    import { ErrorReports, reportLoggedErrors } from '${resolve(import.meta.dirname, 'error-reports.ts')}';
    import { reportCrashes } from '${resolve(import.meta.dirname, 'report-crashes.ts')}';
    const reports = new ErrorReports({ dsn: '${dsn}', share: 1, environment: 'test', version: '1.0.0' });
    const log = pino({ hooks: reportLoggedErrors(reports, 'worker') });
    reportCrashes(log, reports);
    const alive = setInterval(() => undefined, 1000);
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let logged = '';
  let began = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    began ||= performance.now();
    logged += text;
  });
  const [exitCode] = (await once(child, 'close')) as [number];
  return { exitCode, logged, ms: performance.now() - began };
}

test.each([
  ['an error that nothing caught', `setTimeout(() => { throw new TypeError('broken'); }, 10);`],
  ['a promise that nothing waited for', `void Promise.reject(new TypeError('broken'));`],
  ['a failure of the start', `await Promise.reject(new TypeError('broken'));`],
])('%s is sent before the process exits', { timeout: 60_000 }, async (_, code) => {
  const receiver = await startSentryReceiver();
  stopping.push(() => receiver.stop());
  const { exitCode, logged } = await crash(receiver.dsn, code);
  expect(exitCode).toBe(1);
  expect(logged).toContain('"msg":"crashed"');
  expect(receiver.events()).toMatchObject([
    { transaction: 'crashed', exception: { values: [{ type: 'TypeError', value: 'broken' }] } },
  ]);
});

test('an error service that is silent keeps no crashed process', { timeout: 60_000 }, async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  stopping.push(async () => silent.close());
  const { port } = silent.address() as AddressInfo;
  const { exitCode, ms } = await crash(
    `http://key@127.0.0.1:${port}/1`,
    `setTimeout(() => { throw new Error('broken'); }, 10);`,
  );
  expect(exitCode).toBe(1);
  // Below the time limit of a report.
  expect(ms).toBeLessThan(5000);
});
