/**
 * Who may import whom. The zones come from the folders, so a new module or feature needs no edit here:
 *   web → contract;  http → modules → platform → contract;  contract → zod only.
 * A module sees another only through its index.ts. Only a module's stores (store.ts, state-store.ts) and the platform know the query
 * builder, only http/ knows Fastify, and workflow code knows the engine's sandbox, its like, and types.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
);

interface Import {
  file: string;
  typeOnly: boolean;
  /** A path from the root for our own files, else the package's name. */
  target: string;
}

const PACKAGES: Record<string, string> = {
  '@cairn/contract': 'packages/contract/src',
  '@cairn/server': 'apps/server/src',
  '@cairn/testing': 'packages/testing/src',
};

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...found].map(([, typeOnly, from, bare, lazy]) => ({
    file,
    typeOnly: typeOnly !== undefined,
    target: targetOf(file, (from ?? bare ?? lazy)!),
  }));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const own = Object.entries(PACKAGES).find(([name]) => specifier.startsWith(name));
  return own ? specifier.replace(...own) : specifier;
}

const zoneOf = (path: string): string => {
  const server = /^apps\/server\/src\/(http|modules|platform)\//.exec(path);
  if (server) return server[1]!;
  return /^(apps|packages)\/([^/]+)\//.exec(path)?.[2] ?? 'outside';
};
const moduleOf = (path: string): string | undefined => /src\/modules\/([^/]+)\//.exec(path)?.[1];
const isOurs = (path: string): boolean => /^(apps|packages)\//.test(path);

/** A zone may import from itself and from these. `server` is main.ts and worker.ts, which join all. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  platform: ['contract'],
  modules: ['platform', 'contract'],
  http: ['modules', 'platform', 'contract'],
  server: ['http', 'modules', 'platform', 'contract'],
  web: ['contract'],
  testing: ['server', 'http', 'platform', 'contract'],
};

function complaint({ file, target, typeOnly }: Import): string | undefined {
  const from = zoneOf(file);
  if (isOurs(target)) {
    const to = zoneOf(target);
    if (to !== from && !MAY_IMPORT[from]?.includes(to)) return `${from} may not import ${to}`;
    const [mine, theirs] = [moduleOf(file), moduleOf(target)];
    if (mine && theirs && mine !== theirs && !target.endsWith('/index.ts')) {
      return `a module sees another only through its index.ts`;
    }
    if (from === 'http' && theirs && !target.endsWith('/index.ts')) {
      return `http sees a module only through its index.ts`;
    }
    if (file.includes('/workflows/') && !typeOnly && !target.includes('/workflows/')) {
      return `workflow code imports workflow code and types only`;
    }
    return undefined;
  }
  if (from === 'contract' && target !== 'zod') return `the contract imports zod only`;
  if (file.includes('/workflows/') && target !== '@temporalio/workflow') {
    return `workflow code runs without ${target}`;
  }
  if (/^(fastify|@fastify\/)/.test(target) && !['http', 'testing'].includes(from)) {
    return `only http knows the HTTP framework`;
  }
  const knowsSql = /[/-]store\.ts$/.test(file) || from === 'platform';
  if (target === 'kysely' && !knowsSql) return `only a module's store knows the query builder`;
  return undefined;
}

const all = files.flatMap(importsOf);
let wrong = 0;
for (const each of all) {
  const why = complaint(each);
  if (!why) continue;
  wrong += 1;
  console.error(`${each.file} → ${each.target}: ${why}`);
}
console.log(`imports: ${all.length} in ${files.length} files, ${wrong} against the rules`);
if (wrong > 0) process.exit(1);
