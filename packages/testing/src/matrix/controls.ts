/**
 * Controls of the matrix: proves that it can fail. Each guard is removed alone, in a separate process, by changing
 * the source while it is loaded; the walk that tests that guard must then report something.
 */
import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { Random } from '../random.ts';

const root = resolve(import.meta.dirname, '../../../..');

export interface Control {
  name: string;
  walk: 'calls' | 'clauses';
  /** The change to apply while loading: a file, and a text in it. */
  change: { file: string; at?: number; from: string; to: string };
}

/** Changes every rule of every policy.ts that refuses some caller to allow all. */
function policyControls(): Control[] {
  return sources('modules/**/policy.ts').flatMap(({ file, text }) =>
    [...text.matchAll(/^ {2}(\w+): (\(actor: Actor[^)]*\)) =>/gm)].map(
      ({ 0: from, 1: rule, 2: parameters, index: at }) => ({
        name: `${file}: ${rule} allows everybody`,
        walk: 'calls' as const,
        change: {
          file,
          at,
          from,
          to: `  ${rule}: ${parameters} => true, ${rule}Before: ${parameters} =>`,
        },
      }),
    ),
  );
}

/** Changes every visibility clause to let everything through. */
function clauseControls(): Control[] {
  return sources('modules/**/*store.ts').flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /if \((?:isPlatformAdmin\(actor\)|viewer === 'platform')\) return eb\.lit\(true\);/g,
      ),
    ].map(({ 0: from, index: at }) => ({
      name: `${file}: ${nameBefore(text, at)} lets everything through`,
      walk: 'clauses' as const,
      change: { file, at, from, to: 'if (Date.now() > 0) return eb.lit(true);' },
    })),
  );
}

/** Ignores the contract's audience, which decides who may call at all. */
function audienceControl(): Control {
  const from = "if (audience !== 'session' &&";
  const [{ file, text }] = sources('http/mount.ts') as [{ file: string; text: string }];
  const to = `if (audience === 'never' &&`;
  return {
    name: `${file}: everybody who is logged in may call`,
    walk: 'calls',
    change: { file, at: text.indexOf(from), from, to },
  };
}

/** The name of the constant or function that contains the place. */
const nameBefore = (text: string, at: number): string =>
  [...text.slice(0, at).matchAll(/^(?:export )?(?:const|function) (\w+)/gm)].at(-1)![1]!;

/** Every table whose row security can be removed. */
function guardedTables(): string[] {
  const text = readFileSync(join(root, 'packages/testing/src/matrix/rows.tsv'), 'utf8');
  const tables = new Set(
    text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      // A table on which the role has no rights at all is not guarded by policies.
      .filter((cells) => !cells.includes('denied'))
      .map((cells) => cells[0]!),
  );
  return [...tables];
}

const nameOfTable = (table: string): string => `${table}: no row security`;

function sources(pattern: string): { file: string; text: string }[] {
  const base = 'apps/server/src';
  return globSync(`${base}/${pattern}`, { cwd: root })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** The calls that the contract lists in the file of the same name: the module's own. */
async function callsNear({ change }: Control): Promise<string[]> {
  const module = /modules\/([^/]+)\//.exec(change.file)?.[1];
  const file = join(root, `packages/contract/src/${module}.ts`);
  if (module === undefined || !existsSync(file)) return [];
  const exported = Object.values((await import(file)) as Record<string, unknown>);
  return exported.flatMap((each) => (each && typeof each === 'object' ? Object.keys(each) : []));
}

/**
 * The call at which each control was caught the last time. Only a hint: if it is not caught there, the walk continues
 * with all other calls.
 */
const HINTS = join(import.meta.dirname, 'controls.tsv');

function readHints(): Map<string, string> {
  const lines = existsSync(HINTS) ? readFileSync(HINTS, 'utf8').trimEnd().split('\n').slice(1) : [];
  return new Map(lines.map((line) => line.split('\t') as [string, string]));
}

function writeHints(hints: ReadonlyMap<string, string>): void {
  const lines = [...hints].map((pair) => pair.join('\t')).toSorted();
  writeFileSync(HINTS, ['control\tcall', ...lines, ''].join('\n'));
}

/** Runs one walk in a separate process. */
function runWalk(
  name: string,
  env: Record<string, string>,
  ...node: readonly string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [...node, join(import.meta.dirname, 'main.ts'), name, '--prepared'],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => {
    child.on('close', (code) => done({ code, output }));
  });
}

/** Returns the call at which the control was noticed; undefined if it was not. */
async function noticedAt(control: Control, hint: string | undefined): Promise<string | undefined> {
  const { code, output } = await runWalk(
    control.walk,
    {
      MATRIX_CHANGE: JSON.stringify(control.change),
      MATRIX_NEAR: [hint, ...(await callsNear(control))].join(),
      MATRIX_STOPS_EARLY: 'yes',
    },
    ...['--import', join(import.meta.dirname, 'change-source.ts')],
  );
  // Only a walk that reports a finding counts, not one that crashed.
  const match = /^matrix \w+: \d+ cells.*\n {2}\w+: (\w+)/m.exec(output);
  return code === 1 ? match?.[1] : undefined;
}

/** Returns the tables whose missing row security a walk did not notice. */
async function unnoticedTables(tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const { code, output } = await runWalk('opened', { MATRIX_OPEN_TABLES: tables.join() });
  const noticed = new Set([...output.matchAll(/^ {2}noticed (\w+)$/gm)].map(([, table]) => table));
  return code === 0 ? tables.filter((table) => !noticed.has(table)) : [...tables];
}

export interface Selection {
  /** Selects controls whose name contains this text. */
  readonly nameFilter?: string;
  /** Selects a random tenth with this seed, plus all tables, which cost a single walk. */
  readonly sampleSeed?: number;
}

/** Runs the selected controls, or all. Returns how many went unnoticed. */
export async function runControls({ nameFilter, sampleSeed }: Selection = {}): Promise<number> {
  const all = [audienceControl(), ...policyControls(), ...clauseControls()].filter(({ name }) =>
    name.includes(nameFilter ?? ''),
  );
  const tables = guardedTables().filter((table) => nameOfTable(table).includes(nameFilter ?? ''));
  const controls = sampleSeed === undefined ? all : sampleOf(all, sampleSeed);
  const before = readHints();
  const isWhole = controls.length === all.length && nameFilter === undefined;
  const hints = new Map(isWhole ? [] : before);
  let unnoticed = 0;
  const tell = (name: string, isCaught: boolean): void => {
    if (!isCaught) unnoticed += 1;
    console.log(`  control ${isCaught ? 'caught ' : 'MISSED '} ${name}`);
  };
  // The longest walk starts first.
  await inParallel([undefined, ...controls], async (control) => {
    if (control === undefined) {
      const missed = new Set(await unnoticedTables(tables));
      for (const table of tables) tell(nameOfTable(table), !missed.has(table));
      return;
    }
    const place = await noticedAt(control, before.get(control.name));
    if (place !== undefined) hints.set(control.name, place);
    tell(control.name, place !== undefined);
  });
  // A sample does not write to the checkout.
  if (unnoticed === 0 && sampleSeed === undefined) writeHints(hints);
  const [selectedCount, totalCount] = [controls, all].map(({ length }) => length + tables.length);
  console.log(`matrix controls: ${selectedCount} of ${totalCount}, ${unnoticed} unnoticed`);
  return unnoticed;
}

/** A tenth of each walk's controls, at least one of each. */
function sampleOf(controls: readonly Control[], seed: number): Control[] {
  const random = new Random(seed);
  return [...Map.groupBy(controls, ({ walk }) => walk).values()].flatMap((ofWalk) =>
    random.shuffled(ofWalk).slice(0, Math.ceil(ofWalk.length / 10)),
  );
}

/** Runs one more walk in parallel than there are cores, because a walk waits for its database half of the time. */
async function inParallel<T>(items: readonly T[], job: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const work = async (): Promise<void> => {
    for (const item of queue) await job(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
}
