import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-engine-'));
  fake('sudo', 'exec "$@"');
  fake('present-program', '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function fake(program: string, script: string): void {
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
}

/** Runs in a separate process, because the function may exit the process. */
function install(...packages: string[]) {
  const engine = JSON.stringify(resolve(import.meta.dirname, 'engine.ts'));
  const script = `const { installMissing } = await import(${engine}); await installMissing(...${JSON.stringify(packages)});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: `${folder}:/usr/bin:/bin`, CAIRN_CACHE: folder },
  });
}

test('programs that are missing are installed, and no others', () => {
  fake('apt-get', `echo "$*" >> ${folder}/calls`);
  expect(install('present-program', 'missing-program').status).toBe(0);
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  expect(calls.at(-1)).toMatch(/ install .* missing-program$/);
  expect(calls.join()).not.toContain('present-program');
});

test('where a program cannot be installed, CI is told that the step was skipped', () => {
  fake('apt-get', 'echo "no mirror" >&2; exit 100');
  const { status, stderr } = install('missing-program');
  expect(status).toBe(75);
  expect(stderr).toMatch(/^SKIPPED: missing-program cannot be installed here/);
});
