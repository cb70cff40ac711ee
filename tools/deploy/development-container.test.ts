/** The development container must have what `npm run dev` would otherwise install or compile. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGES, TEMPORAL_CLI_VERSION } from '../services/install.ts';

const root = resolve(import.meta.dirname, '../..');
const recipe = readFileSync(resolve(root, '.devcontainer/Containerfile'), 'utf8');

test('the development container has every Debian package that the services need', () => {
  const words = new Set(recipe.split(/\s+/));
  expect(Object.values(PACKAGES).filter((name) => !words.has(name))).toEqual([]);
});

test('the development container has the Temporal and the Node that others compile or download', () => {
  expect(recipe).toContain(`temporalio/temporal:${TEMPORAL_CLI_VERSION} `);
  const toolchain = readFileSync(resolve(root, 'tools/toolchain.sh'), 'utf8');
  const [, node] = /^cairn_node=(\S+)$/m.exec(toolchain)!;
  expect(recipe).toContain(`library/node:${node}-bookworm`);
});
