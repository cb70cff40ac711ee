/**
 * Checks the rules of docs/security/dependencies.md that need no network: direct dependencies are pinned to one
 * version, every package has an integrity hash, and everything that ships has an allowed license.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(resolve(root, file), 'utf8'));

const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'ISC',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  // Licenses of content and not of code: a font, and the browser data of caniuse.
  'OFL-1.1',
  'CC-BY-4.0',
]);
/** Packages whose manifest names no license, with the license found in their repository. */
const WITHOUT_FIELD: Record<string, string> = {
  'node_modules/png-js': 'MIT',
  'node_modules/unionfs': 'Unlicense',
};

interface Package {
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
}
const installedBy = (lock: string): [path: string, Package][] => {
  const { packages } = readJson(lock) as { packages: Record<string, Package> };
  return Object.entries(packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
};
const installed = installedBy('package-lock.json');

const problems: string[] = [];
for (const [path, { license, integrity, dev }] of installed) {
  if (!integrity) problems.push(`${path}: no integrity hash in package-lock.json`);
  const used = license ?? WITHOUT_FIELD[path];
  if (!dev && !isAllowed(used)) problems.push(`${path}: license ${used ?? 'unknown'}`);
}
// Benchmark tools have lock files of their own and are never shipped.
for (const lock of globSync('bench/*/package-lock.json', { cwd: root })) {
  for (const [path, { integrity }] of installedBy(lock)) {
    if (!integrity) problems.push(`${path}: no integrity hash in ${lock}`);
  }
}
const manifests = globSync('{apps,packages,bench}/*/package.json', { cwd: root });
for (const file of ['package.json', ...manifests]) {
  const manifest = readJson(file) as Record<string, Record<string, string> | undefined>;
  for (const group of ['dependencies', 'devDependencies', 'overrides']) {
    for (const [name, version] of Object.entries(manifest[group] ?? {})) {
      const isWorkspace = name.startsWith('@cairn/');
      if (!isWorkspace && !/^\d+\.\d+\.\d+[\w.-]*$/.test(version)) {
        problems.push(`${file}: ${name} is not pinned (${version})`);
      }
    }
  }
}

for (const problem of problems) console.error(problem);
console.log(`dependencies: ${installed.length} packages, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

/** "(A OR B)" needs one allowed license, "A AND B" all of them. */
function isAllowed(license: string | undefined): boolean {
  if (license === undefined) return false;
  const plain = license.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed);
  return plain.split(' AND ').every((each) => ALLOWED.has(each));
}
