import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { until } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scan, signatureVersion, type Clamd } from './virus-scanner.ts';

let clamd: Clamd;
let scanner: ChildProcess;
const folder = mkdtempSync(join(tmpdir(), 'cairn-clamd-'));

/** Starts a scanner with small limits, configured as install.md describes. */
beforeAll(async () => {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  clamd = { host: '127.0.0.1', port };
  mkdirSync(join(folder, 'data'));
  writeFileSync(
    join(folder, 'data', 'local.ndb'),
    'Test.Never:0:*:6e65766572206576657220666f756e64\n',
  );
  const settings = join(folder, 'clamd.conf');
  writeFileSync(
    settings,
    [
      'Foreground yes',
      'TCPAddr 127.0.0.1',
      `TCPSocket ${port}`,
      `DatabaseDirectory ${join(folder, 'data')}`,
      'OfficialDatabaseOnly no',
      'StreamMaxLength 2M',
      'MaxFileSize 1M',
      'MaxScanSize 1M',
      'AlertExceedsMax yes',
      'AlertEncrypted yes',
    ].join('\n'),
  );
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  scanner = spawn('clamd', ['--config-file', settings], { stdio: 'ignore' });
  await until(async () => signatureVersion(clamd).catch(() => false), 50_000);
}, 60_000);
afterAll(() => {
  scanner.kill();
  rmSync(folder, { recursive: true, force: true });
});

const scanned = (bytes: number) => scan(clamd, Readable.from([Buffer.alloc(bytes, 'a')]), () => {});

test('a file within the limits is clean', async () => {
  expect(await scanned(1000)).toEqual({ clean: true });
});
test('a file beyond clamd’s limits is never clean', async () => {
  expect(await scanned(1.5 * 2 ** 20)).toMatchObject({ clean: false, reason: 'TOO_COMPLEX' });
});
test('a stream that clamd does not take is not clean either', async () => {
  const verdict = await scanned(3 * 2 ** 20).catch(() => ({ clean: false }));
  expect(verdict.clean).toBe(false);
});
test('says which scanner it is, and how old its signatures are', async () => {
  expect((await signatureVersion(clamd)).version).toMatch(/^ClamAV \d/);
});
