/** `node apps/server/bundle-workflows.ts FILE`: the workflow code as one file, for an image. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { bundleWorkflows } from './src/workflow-bundle.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('node apps/server/bundle-workflows.ts FILE');
const { code } = await bundleWorkflows(resolve(import.meta.dirname, 'src/workflows.ts'));
await mkdir(dirname(file), { recursive: true });
await writeFile(file, code);
