/**
 * `npm run alerts`: checks the Prometheus rules and runs their tests, with promtool. If promtool is not installed, it
 * is extracted from Debian's package `prometheus`, without the service that the package would start. Exits with 75 if
 * it cannot be downloaded.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { find, untilUnlocked } from './services/install.ts';
import { run } from './services/process.ts';
import { isRoot } from './services/profile.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, '.cache/prometheus');
const RULES = 'deploy/prometheus/rules.yml';
const SKIPPED = 75;

async function promtool(): Promise<string> {
  const extracted = join(folder, 'usr/bin/promtool');
  const path = find('promtool') ?? find(extracted);
  if (path !== undefined) return path;
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, LC_ALL: 'C' };
  const download = () => run('apt-get', ['-q', 'download', 'prometheus'], { cwd: folder, env });
  // A machine that never installed a package has no package list yet.
  await download().catch(async () => {
    const [command, ...args] = [...(isRoot() ? [] : ['sudo']), 'apt-get', '-q', 'update'];
    await untilUnlocked(async () => void (await run(command, args, { env })));
    await download();
  });
  const [archive = ''] = globSync(join(folder, 'prometheus_*.deb'));
  await run('dpkg-deb', ['-x', archive, folder], { env });
  if (!existsSync(extracted)) throw new Error(`${archive} has no promtool`);
  return extracted;
}

let program: string;
try {
  program = await promtool();
} catch (error) {
  console.error(`SKIPPED: promtool cannot be fetched here: ${String(error)}`);
  process.exit(SKIPPED);
}
const check = (...args: string[]) =>
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
check('check', 'rules', RULES);
check('test', 'rules', 'deploy/prometheus/rules.test.yml');
