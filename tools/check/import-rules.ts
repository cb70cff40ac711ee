/**
 * Which files may import which. Zones follow from folders, so a new module or feature needs no edit here:
 *   web: main → app → features → ui → lib → contract;
 *   http → modules → platform → contract;
 *   contract → zod only.
 * A module imports another only through its index.ts, and features form no cycle. Route files are leaves: they export
 * only routes, and only a module's index.ts imports them. Only a module's stores (store.ts, state-store.ts) and the
 * platform use the query builder, only http/ uses Fastify, and workflow code imports the workflow SDK, other workflow
 * code, and types.
 *
 * There are no import cycles between files. Type-only and lazy imports count, because a cycle of them also hides
 * where a type belongs.
 */
import { dirname, join, normalize } from 'node:path';

export interface Import {
  file: string;
  typeOnly: boolean;
  /** The path from the repository's root for our own files, otherwise the package's name. */
  target: string;
}

export interface Complaint {
  where: string;
  why: string;
}

const PACKAGES: Record<string, string> = {
  '@cairn/contract': 'packages/contract/src',
  '@cairn/server': 'apps/server/src',
  '@cairn/testing': 'packages/testing/src',
};

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const ownPackage = Object.entries(PACKAGES).find(
    ([name]) => specifier === name || specifier.startsWith(`${name}/`),
  );
  return ownPackage ? specifier.replace(...ownPackage) : specifier;
}

const SCRIPT_IMPORTS =
  /^\s*(?:import|export)\s+(type\s)?[^;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|import\('([^']+)'\)/gm;
/** CSS modules import rules from others with `composes`. */
const STYLE_IMPORTS = /composes:[^;]*\sfrom\s+(?<type>)'([^']+)'/g;

function importsOf(file: string, text: string): Import[] {
  const matches = text.matchAll(file.endsWith('.css') ? STYLE_IMPORTS : SCRIPT_IMPORTS);
  return [...matches].map(([, typeOnly, from, bare, lazy]) => ({
    file,
    typeOnly: Boolean(typeOnly),
    target: targetOf(file, (from ?? bare ?? lazy)!),
  }));
}

const WEB = 'apps/web/src/';
const zoneOf = (path: string): string => {
  const server = /^apps\/server\/src\/(http|modules|platform)\//.exec(path);
  if (server) return server[1]!;
  const web = /^apps\/web\/src\/(app|features|ui|lib|theme)\//.exec(path);
  if (web) return `web ${web[1]}`;
  // Files beside the folders: main.tsx starts the application, the others are values of the theme.
  if (path.startsWith(WEB)) return path === `${WEB}main.tsx` ? 'web main' : 'web theme';
  return /^(apps|packages)\/([^/]+)\//.exec(path)?.[2] ?? 'outside';
};
const moduleOf = (path: string): string | undefined => /src\/modules\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path: string): string | undefined => /src\/features\/([^/]+)\//.exec(path)?.[1];
const isRouteFile = (path: string): boolean =>
  /^apps\/server\/src\/modules\/(.*[/-])?routes\.ts$/.test(path);
const isOurs = (path: string): boolean => /^(apps|packages)\//.test(path);

/** The zones that each zone may import, besides itself. `server` is main.ts and worker.ts, which connect everything. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  platform: ['contract'],
  modules: ['platform', 'contract'],
  http: ['modules', 'platform', 'contract'],
  server: ['http', 'modules', 'platform', 'contract'],
  'web theme': [],
  'web lib': ['web theme', 'contract'],
  'web ui': ['web lib', 'web theme', 'contract'],
  'web features': ['web ui', 'web lib', 'web theme', 'contract'],
  'web app': ['web features', 'web ui', 'web lib', 'web theme', 'contract'],
  'web main': ['web app', 'web features', 'web ui', 'web lib', 'web theme', 'contract'],
  testing: ['server', 'http', 'platform', 'contract'],
};

function complaintAbout({ file, target, typeOnly }: Import): string | undefined {
  const from = zoneOf(file);
  if (from === 'outside') return undefined;
  if (isOurs(target)) {
    const to = zoneOf(target);
    if (to !== from && !MAY_IMPORT[from]?.includes(to)) return `${from} may not import ${to}`;
    const [fromModule, toModule] = [moduleOf(file), moduleOf(target)];
    if (fromModule && toModule && fromModule !== toModule && !target.endsWith('/index.ts')) {
      return `a module sees another only through its index.ts`;
    }
    if (isRouteFile(target) && !file.endsWith('/index.ts')) {
      return `a route file is a leaf: move what is shared to a domain file`;
    }
    if (from === 'http' && toModule && !target.endsWith('/index.ts')) {
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

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  return graph;
}

/** The shortest cycle through a node. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const before = new Map<string, string>();
  const next = [start];
  for (const node of next) {
    for (const to of graph.get(node) ?? []) {
      if (to === start) {
        const way = [start];
        for (let at = node; at !== start; at = before.get(at)!) way.unshift(at);
        return [start, ...way];
      }
      if (before.has(to)) continue;
      before.set(to, node);
      next.push(to);
    }
  }
  return undefined;
}

/** The shortest cycle of each group of files that import each other. */
function cyclesIn(graph: Graph): string[][] {
  const visited = new Set<string>();
  const cycles: string[][] = [];
  for (const start of graph.keys()) {
    if (visited.has(start)) continue;
    const way = wayBack(graph, start);
    if (!way || way.some((node) => visited.has(node))) continue;
    for (const node of way) visited.add(node);
    cycles.push(way);
  }
  return cycles;
}

/** `files`: source text by path from the repository's root. */
export function checkImports(files: ReadonlyMap<string, string>): {
  imports: number;
  complaints: Complaint[];
} {
  const all = [...files].flatMap(([file, text]) => importsOf(file, text));
  const resolve = (target: string): string | undefined =>
    [target, `${target}.ts`, `${target}/index.ts`].find((path) => files.has(path));
  const between = all.flatMap(({ file, target }) => {
    const to = resolve(target);
    return to === undefined ? [] : [[file, to] as const];
  });
  const features = between.flatMap(([file, to]) => {
    const [fromModule, toModule] = [featureOf(file), featureOf(to)];
    return fromModule && toModule && fromModule !== toModule
      ? [[fromModule, toModule] as const]
      : [];
  });
  const rules = all.flatMap((each) => {
    const why = complaintAbout(each);
    return why ? [{ where: `${each.file} → ${each.target}`, why }] : [];
  });
  const exported = [...files]
    .filter(([file]) => isRouteFile(file))
    .flatMap(([file, text]) =>
      [...text.matchAll(/^export (?!const \w+Routes\b).*/gm)].map(([line]) => ({
        where: `${file}: ${line}`,
        why: 'a route file exports only routes',
      })),
    );
  const cycles = (edges: readonly (readonly [string, string])[], why: string): Complaint[] =>
    cyclesIn(graphOf(edges)).map((way) => ({ where: way.join(' → '), why }));
  return {
    imports: all.length,
    complaints: [
      ...rules,
      ...exported,
      ...cycles(between, 'an import cycle'),
      ...cycles(features, 'features import each other'),
    ],
  };
}
