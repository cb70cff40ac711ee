import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NoSandbox, runSandboxed } from './sandbox.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-sandbox-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shell = (script: string, over: { seconds?: number; memoryBytes?: number } = {}) =>
  runSandboxed({
    folder,
    command: ['/bin/sh', '-c', script],
    seconds: 20,
    memoryBytes: 2 ** 30,
    ...over,
  });

describe('a program in the sandbox', () => {
  test('has no network, no environment of ours, and sees one folder of ours', async () => {
    process.env['SANDBOX_CANARY'] = 'CANARY';
    const { output } = await shell('env; cat /proc/net/dev | grep -c :; ls / /root /home 2>&1');
    expect(output).not.toContain('CANARY');
    expect(output).not.toContain('DATABASE_URL');
    expect(output).toMatch(/^1$/m);
    expect(output).toMatch(/'\/root'|'\/home'/);
    expect(output).not.toMatch(/^(work|srv|opt|etc\/passwd)$/m);
  });

  test('writes into that folder, and nowhere else', async () => {
    await shell('echo here > /job/left; echo no > /usr/left; echo no > /etc/left');
    expect(readFileSync(join(folder, 'left'), 'utf8')).toBe('here\n');
    expect(() => statSync('/usr/left')).toThrow();
    expect(() => statSync('/etc/left')).toThrow();
  });

  test('is ended when it takes too long, and gets no more memory than it is given', async () => {
    const began = Date.now();
    expect((await shell('sleep 30', { seconds: 1 })).code).not.toBe(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    const greedy = await shell('head -c 900M /dev/zero | tail -c 800M | wc -c', {
      memoryBytes: 2 ** 28,
    });
    expect(greedy.output.trim()).not.toBe(String(800 * 2 ** 20));
  });

  test('that is not there says nothing about the file', async () => {
    const job = { folder, command: ['no-such-program'], seconds: 5, memoryBytes: 2 ** 28 };
    await expect(runSandboxed(job)).rejects.toThrow(NoSandbox);
  });
});
