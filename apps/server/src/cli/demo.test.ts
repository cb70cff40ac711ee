import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const CAIRN_DEMO = [resolve(import.meta.dirname, '../cli.ts'), 'demo'];
const SEED = [resolve(import.meta.dirname, '../../../../tools/database/seed.ts')];

test.each([
  { program: 'cairn demo', command: CAIRN_DEMO, mode: 'production' },
  { program: 'cairn demo', command: CAIRN_DEMO, mode: '' },
  { program: 'cairn demo', command: CAIRN_DEMO, mode: 'staging' },
  { program: 'npm run seed', command: SEED, mode: 'production' },
  { program: 'npm run seed', command: SEED, mode: '' },
])(
  'demo accounts are refused with NODE_ENV "$mode": $program',
  ({ command, mode }) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_ENV: mode },
    });
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('only with NODE_ENV=development');
  },
  60_000,
);
