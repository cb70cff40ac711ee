/** After the build: each text asset, and WebAssembly, also as .br and .gz, so that no request waits for a compressor. */
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
