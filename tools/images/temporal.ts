/**
 * Temporal's server and tools, compiled from their Go module, for machines that cannot pull Temporal's images. Kept in
 * the cache. `node tools/images/temporal.ts` only compiles what is missing, so that a later drill does not have to.
 */
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findGo } from '../services/install.ts';
import { run } from '../services/process.ts';
import { TEMPORAL_PROGRAM } from '../services/temporal.ts';
import { cache } from './engine.ts';

/** Must be the same version as in deploy/compose.yaml and deploy/helm/values/temporal.yaml. */
export const TEMPORAL_VERSION = '1.32.1';
const PROGRAMS = { 'temporal-server': './cmd/server', 'temporal-sql-tool': './cmd/tools/sql' };

type Program = keyof typeof PROGRAMS;
const PROGRAM_NAMES = Object.keys(PROGRAMS) as Program[];
const pathOf = (program: Program): string => join(cache, `${program}-${TEMPORAL_VERSION}`);

/** Returns the path of the compiled program. */
export function compiledTemporal(program: Program): string {
  const path = pathOf(program);
  if (!existsSync(path)) throw new Error(`${path} is missing: node tools/images/temporal.ts`);
  return path;
}

/** Adds the compiled programs to a folder of the build context. */
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

/** Compiles the programs that the cache lacks: ten minutes on two cores the first time. */
export async function compileTemporal(): Promise<void> {
  const missing = PROGRAM_NAMES.filter((program) => !existsSync(pathOf(program)));
  if (missing.length === 0) return;
  console.log('Compiling Temporal’s server: ten minutes on two cores');
  const go = await findGo();
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto' };
  const module = `go.temporal.io/server@v${TEMPORAL_VERSION}`;
  const { Dir: downloaded }: { Dir: string } = JSON.parse(
    await run(go, ['mod', 'download', '-json', module], { env }),
  );
  for (const program of missing) {
    const options = ['-trimpath', '-ldflags=-s -w', '-tags', 'disable_grpc_modules'];
    const target = ['-mod=readonly', '-o', pathOf(program), PROGRAMS[program]];
    await run(go, ['build', ...options, ...target], { cwd: downloaded, env, show: true });
  }
}

if (import.meta.main) await compileTemporal();
