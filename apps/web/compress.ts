/**
 * Runs after the build: writes a .br and a .gz copy of each text and WebAssembly asset, so that the server never
 * compresses an asset during a request.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
const files = globSync('**/*.{js,mjs,css,html,svg,json,wasm}', { cwd: dist });
for (const file of files) {
  const content = readFileSync(join(dist, file));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(join(dist, `${file}.br`), brotliCompressSync(content, { params: quality }));
  writeFileSync(join(dist, `${file}.gz`), gzipSync(content, { level: 9 }));
}
console.log(`compressed ${files.length} files`);
