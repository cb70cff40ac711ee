/**
 * How much JavaScript a page loads before it is usable, compressed, against what we allow. Reads
 * the manifest of the last build: the entry, the route's lazy chunks, and all they import.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  imports?: string[];
}

const DIST = join(import.meta.dirname, 'dist');
const ENTRY = 'index.html';
const PAGES = [
  { page: 'sign-in', limitKb: 153, keys: [ENTRY, 'src/features/auth/LoginPage.tsx'] },
  {
    page: 'pipeline',
    limitKb: 165,
    keys: [ENTRY, 'src/app/shell/Shell.tsx', 'src/features/loans/PipelinePage.tsx'],
  },
];

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is not in the build's manifest`);
  return chunk;
}

/** Static imports only: what a page asks for later is not part of its first load. */
function collect(key: string, files: Set<string>): Set<string> {
  const { file, imports = [] } = chunkOf(key);
  if (files.has(file)) return files;
  files.add(file);
  for (const imported of imports) collect(imported, files);
  return files;
}

function firstLoadBytes(keys: string[]): number {
  // The theme script is inlined in the page and is in no manifest.
  const files = new Set(['theme.js']);
  for (const key of keys) collect(key, files);
  return [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file))).length, 0);
}

for (const { page, limitKb, keys } of PAGES) {
  const bytes = firstLoadBytes(keys);
  const over = bytes > limitKb * 1024;
  console.log(
    `${page}: ${(bytes / 1024).toFixed(1)} kB of ${limitKb} kB${over ? ', too much' : ''}`,
  );
  if (over) process.exitCode = 1;
}
