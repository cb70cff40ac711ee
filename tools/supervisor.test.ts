import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signalsReady, Supervisor, type ProcessSpec } from './supervisor.ts';

vi.setConfig({ testTimeout: 30_000 });

const SAY_READY = 'process.send("ready"); setInterval(() => {}, 1000);';

let folder: string;
let supervisor: Supervisor | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-supervisor-'));
});
afterEach(async () => {
  await supervisor?.stop();
  rmSync(folder, { recursive: true });
});

/** A process that runs this source, and restarts when it changes. */
function spec(name: string, source: string): ProcessSpec {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, source);
  return {
    name,
    command: process.execPath,
    args: [file],
    env: {},
    isReady: signalsReady,
    watches: [folder],
  };
}

const noteStart = (name: string): string =>
  `require('node:fs').appendFileSync(${JSON.stringify(join(folder, `${name}.started`))}, process.pid + ' ');`;
const starts = (name: string): number[] =>
  readFileSync(join(folder, `${name}.started`), 'utf8')
    .trim()
    .split(' ')
    .map(Number);

test('a process that dies before it is ready fails the start, with its last lines', async () => {
  supervisor = new Supervisor([
    spec('web', SAY_READY),
    spec('worker', 'console.error("no such queue"); process.exitCode = 3;'),
  ]);
  await expect(supervisor.start()).rejects.toThrow(
    /^worker exited with code 3 before it was ready\. Its last lines:\nworker {2}no such queue$/,
  );
});

test('a process that is killed after it was ready is reported by name', async () => {
  supervisor = new Supervisor([spec('worker', noteStart('worker') + SAY_READY)]);
  await supervisor.start();
  process.kill(starts('worker')[0]!, 'SIGKILL');
  await expect(supervisor.failure).rejects.toThrow(/^worker was killed by SIGKILL\./);
});

test('a change restarts the process; a start that fails then waits for the next change', async () => {
  const source = noteStart('web') + SAY_READY;
  const web = spec('web', source);
  supervisor = new Supervisor([web]);
  const failure = vi.fn();
  supervisor.failure.catch(failure);
  await supervisor.start();
  writeFileSync(web.args[0]!, `${noteStart('web')} throw new Error('half an edit');`);
  await vi.waitFor(() => expect(starts('web')).toHaveLength(2), 10_000);
  writeFileSync(web.args[0]!, source);
  await vi.waitFor(() => expect(starts('web').length).toBeGreaterThanOrEqual(3), 10_000);
  expect(failure).not.toHaveBeenCalled();
});
