import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aptInstall, untilUnlocked } from './install.ts';

let folder: string;
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

/** Replaces a program that needs root rights or a network. */
function fake(program: string, script: string): void {
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-apt-'));
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  vi.spyOn(console, 'log').mockImplementation(() => {});
  fake('sudo', 'exec "$@"');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('apt waits 15 minutes for the lock that another apt holds', async () => {
  fake('apt-get', `echo "$@" >> ${folder}/calls`);
  await aptInstall(['qpdf', 'bubblewrap']);
  expect(calls()).toEqual([
    '-q -o DPkg::Lock::Timeout=900 update',
    '-q -o DPkg::Lock::Timeout=900 install -y --no-install-recommends qpdf bubblewrap',
  ]);
});

test('an update whose package lists are locked is tried again until they are free', async () => {
  let attempts = 0;
  const message =
    'apt-get update ended with 100\nE: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)';
  await untilUnlocked(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error(message);
  }, 1);
  expect(attempts).toBe(3);
  expect(console.log).toHaveBeenCalledOnce();
});

test('another failure of apt is not repeated', async () => {
  let attempts = 0;
  const update = untilUnlocked(async () => {
    attempts += 1;
    throw new Error('apt-get update ended with 100\nE: Temporary failure resolving');
  }, 1);
  await expect(update).rejects.toThrow('Temporary failure resolving');
  expect(attempts).toBe(1);
});
