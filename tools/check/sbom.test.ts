import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

interface Bill {
  bomFormat: string;
  components: { name: string; version: string; hashes?: { alg: string }[] }[];
}
interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; link?: boolean }>;
}

test('the bill of materials has every package that ships with its version and hash, and no tool', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect(status, stderr).toBe(0);
  const { bomFormat, components } = JSON.parse(stdout) as Bill;
  expect(bomFormat).toBe('CycloneDX');
  const listedPackages = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as Lock;
  const missing = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, '')}@${version}`)
    .filter((shipped) => !listedPackages.has(shipped));
  expect(missing).toEqual([]);
  for (const { name, version, hashes } of components) {
    expect(hashes?.[0]?.alg, `${name}@${version}`).toBe('SHA-512');
  }
  const names = new Set(components.map(({ name }) => name));
  for (const name of ['fastify', 'kysely', 'pg', 'react', 'zod']) expect(names).toContain(name);
  for (const tool of ['vitest', 'oxlint', 'maildev']) expect(names).not.toContain(tool);
}, 60_000);
