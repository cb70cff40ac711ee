/**
 * Checks how much compressed JavaScript each page loads before it is usable, against the limit for the page. Reads the
 * manifest of the last build: the entry chunk, the lazy chunks of the route, and everything that they import.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { COMPILE_HINT, isOfFirstPage } from './chunks.ts';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

const DIST = join(import.meta.dirname, 'dist');
/** The chunk names are the ones that chunks.ts assigns. */
const PAGES = [
  { page: 'sign-in', limitKb: 153, names: ['index', 'login'] },
  { page: 'pipeline', limitKb: 165, names: ['index', 'shell', 'pipeline'] },
  { page: 'borrower’s home', limitKb: 196, names: ['index', 'shell', 'home'] },
];

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function keyOf(name: string): string {
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
  if (keys.length !== 1) throw new Error(`${keys.length} files called ${name} are in the build`);
  return keys[0]!;
}

/** Follows static imports only: files that a page imports dynamically later are not part of its first load. */
function collect(key: string, files: Set<string>): Set<string> {
  const { file, imports = [] } = manifest[key]!;
  if (files.has(file)) return files;
  files.add(file);
  for (const imported of imports) collect(imported, files);
  return files;
}

function firstLoadBytes(names: string[]): number {
  // public/theme.js is copied to the build unchanged, so it is not in the manifest.
  const files = new Set(['theme.js']);
  for (const name of names) collect(keyOf(name), files);
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
}

for (const { name = '', file } of Object.values(manifest)) {
  if (!isOfFirstPage(name) || readFileSync(join(DIST, file), 'utf8').startsWith(COMPILE_HINT)) {
    continue;
  }
  console.log(`${name} does not begin with the compile hint, which works nowhere else`);
  process.exitCode = 1;
}

for (const { page, limitKb, names } of PAGES) {
  const bytes = firstLoadBytes(names);
  const over = bytes > limitKb * 1024;
  console.log(
    `${page}: ${(bytes / 1024).toFixed(1)} kB of ${limitKb} kB${over ? ', too much' : ''}`,
  );
  if (over) process.exitCode = 1;
}
