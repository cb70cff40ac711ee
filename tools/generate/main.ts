/**
 * Generates files from the contract and the configuration schema; with --check, fails if a committed file differs
 * from the generated one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { browserCalls, visitorCalls } from './browser-calls.ts';
import { configurationPage } from './configuration.ts';
import { openApi } from './openapi.ts';

const root = resolve(import.meta.dirname, '../..');
const checking = process.argv.includes('--check');

const files: Record<string, string> = {
  'docs/operations/configuration.md': configurationPage(),
  'docs/api/openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
  'packages/contract/generated/calls.ts': browserCalls(),
  'packages/contract/generated/visitor-calls.ts': visitorCalls(),
};

let stale = 0;
for (const [path, content] of Object.entries(files)) {
  const file = resolve(root, path);
  const present = await readFile(file, 'utf8').catch(() => '');
  if (present === content) continue;
  stale += 1;
  if (checking) {
    console.error(`${path} is stale: run npm run generate`);
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    console.log(`wrote ${path}`);
  }
}
if (checking && stale > 0) process.exit(1);
console.log(
  `generated files: ${Object.keys(files).length}, ${checking ? 'differing' : 'written'}: ${stale}`,
);
