import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const { engines, scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};
const [, minimum = ''] = /^>=(\d+\.\d+)$/.exec(engines.node) ?? [];
const [major = 0, minor = 0] = minimum.split('.').map(Number);

/** Runs the check as if by this version of Node. */
function checkAs(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const script = `${pretend} require('./tools/check-node.cjs');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each(['18.20.4', `${major - 1}.99.0`, `${major}.${minor - 1}.9`])(
  'Node %s ends with the one command that helps, and no stack trace',
  (version) => {
    const { status, stdout, stderr } = checkAs(version);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      `Cairn needs Node ${minimum} or later. This is Node ${version}.\n` +
        'Run this in the checkout, then repeat your command:\n\n  source tools/toolchain.sh\n\n',
    );
  },
);

test.each([`${minimum}.0`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`])(
  'Node %s goes on without a word',
  (version) => {
    expect(checkAs(version)).toEqual({ status: 0, stdout: '', stderr: '' });
  },
);

test('installing, and the commands of README, check the version first', () => {
  for (const name of ['preinstall', 'dev', 'check', 'test', 'build', 'e2e', 'services']) {
    expect(scripts[name], name).toMatch(/^node tools\/check-node\.cjs/);
  }
});
