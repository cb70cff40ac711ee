/**
 * Compiles Temporal's server and tools for an image from their Go module, for machines that cannot pull Temporal's
 * images. Kept in the cache.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TEMPORAL_PROGRAM } from '../services/temporal.ts';
import { cache, needs } from './engine.ts';

/** The version in deploy/compose.yaml. */
const TEMPORAL_VERSION = '1.32.1';
const PROGRAMS = { 'temporal-server': './cmd/server', 'temporal-sql-tool': './cmd/tools/sql' };

type Program = keyof typeof PROGRAMS;
const PROGRAM_NAMES = Object.keys(PROGRAMS) as Program[];

/** Returns the path of the compiled program. */
export function compiledTemporal(program: Program): string {
  const cachedPath = join(cache, `${program}-${TEMPORAL_VERSION}`);
  if (!existsSync(cachedPath)) compile(PROGRAMS[program], cachedPath);
  return cachedPath;
}

/** Adds the programs to a folder of the build context. The first compilation takes ten minutes on two cores. */
export function addTemporal(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const program of PROGRAM_NAMES) {
    copyFileSync(compiledTemporal(program), join(folder, program));
  }
  if (!existsSync(TEMPORAL_PROGRAM)) {
    throw new Error(`${TEMPORAL_PROGRAM} is missing: npm run services -- up installs it`);
  }
  copyFileSync(TEMPORAL_PROGRAM, join(folder, basename(TEMPORAL_PROGRAM)));
}

function compile(source: string, target: string): void {
  needs('go', 'golang-go');
  const module = `go.temporal.io/server@v${TEMPORAL_VERSION}`;
  const env = { ...process.env, CGO_ENABLED: '0' };
  const { Dir: downloaded } = JSON.parse(
    execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8', env }),
  ) as { Dir: string };
  const options = ['-trimpath', '-ldflags=-s -w', '-tags', 'disable_grpc_modules'];
  execFileSync('go', ['build', ...options, '-mod=readonly', '-o', target, source], {
    cwd: downloaded,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
