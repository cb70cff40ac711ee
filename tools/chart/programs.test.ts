import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let folder: string;
const calls = () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

/** Replaces a program that would compile or download something. */
function fake(program: string, script: string): void {
  writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, program), 0o755);
}

/** Imports the module anew, because it reads the cache's folder when it is loaded. */
async function programs() {
  vi.resetModules();
  return import('./programs.ts');
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-chart-'));
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`);
  vi.stubEnv('CAIRN_CACHE', join(folder, 'cache'));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  fake('sudo', 'exec "$@"');
  fake('apt-get', `echo "apt-get $*" >> ${folder}/calls; touch ${folder}/venv-works`);
  fake(
    'go',
    `[ "$1" = version ] && echo "go version go1.26.8" && exit
     echo "go $*" >> ${folder}/calls; touch "$GOBIN/helm"`,
  );
  fake(
    'python3',
    `[ -e ${folder}/venv-works ] || exit 1
     mkdir -p "$4/bin"
     printf '#!/bin/sh\\necho "pip $*" >> ${folder}/calls; touch "$(dirname "$0")/kubernetes-validate"' > "$4/bin/pip"
     chmod +x "$4/bin/pip"`,
  );
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('helm is compiled once from a pinned version of its module', async () => {
  const { findHelm } = await programs();
  const helm = await findHelm();
  expect(existsSync(helm)).toBe(true);
  expect(await findHelm()).toBe(helm);
  expect(calls()).toEqual(['go install -trimpath -ldflags=-s -w helm.sh/helm/v3/cmd/helm@v3.22.0']);
});

test('a machine’s own helm is used', async () => {
  fake('helm', '');
  const { findHelm } = await programs();
  expect(await findHelm()).toBe(join(folder, 'helm'));
  expect(existsSync(join(folder, 'calls'))).toBe(false);
});

test('the validator is installed once in an environment of its own, with pinned packages', async () => {
  writeFileSync(join(folder, 'venv-works'), '');
  const { findValidator } = await programs();
  const validator = await findValidator();
  expect(validator).toBe(join(folder, 'cache/kubernetes-validate-1.37.0/bin/kubernetes-validate'));
  expect(await findValidator()).toBe(validator);
  const [installed, ...others] = calls();
  expect(others).toEqual([]);
  const file = /--requirement (\S+)$/.exec(installed!)![1]!;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const pinned = lines.filter((line) => !line.startsWith('#'));
  expect(pinned).toContain('kubernetes-validate==1.37.0');
  for (const line of pinned) expect(line).toMatch(/^[\w-]+==[\d.]+$/);
});

test('where Debian’s Python cannot make environments, its package is installed first', async () => {
  const { findValidator } = await programs();
  expect(existsSync(await findValidator())).toBe(true);
  expect(calls().some((line) => line.endsWith('python3-venv'))).toBe(true);
});
