import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

test.each(['production', '', 'staging'])(
  'demo accounts are refused with NODE_ENV "%s"',
  (mode) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [resolve(import.meta.dirname, '../cli.ts'), 'demo'],
      { encoding: 'utf8', env: { PATH: process.env['PATH'], NODE_ENV: mode } },
    );
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('only with NODE_ENV=development');
  },
  60_000,
);
