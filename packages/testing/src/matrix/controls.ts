/**
 * A matrix that cannot fail proves nothing. Each guard is taken away alone, in a process of its own,
 * by changing the source as it is loaded; the walk that watches that guard must then find something.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

export interface Control {
  name: string;
  walk: 'calls' | 'clauses' | 'rows';
  /** What to change while loading: a file, and a text in it. */
  change?: { file: string; from: string; to: string };
  openTable?: string;
}

/** Every rule of every policy.ts that says no to somebody, answering yes to everybody. */
function policyControls(): Control[] {
  return sources('modules/*/policy.ts').flatMap(({ file, text }) =>
    [...text.matchAll(/^ {2}(\w+): (\(actor: Actor[^)]*\)) =>/gm)].map(
      ([from, rule, parameters]) => ({
        name: `${file}: ${rule} allows everybody`,
        walk: 'calls' as const,
        change: {
          file,
          from,
          to: `  ${rule}: ${parameters} => true, ${rule}Before: ${parameters} =>`,
        },
      }),
    ),
  );
}

/** Every visibility clause, letting everything through. */
function clauseControls(): Control[] {
  return sources('modules/*/store.ts').flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /if \((?:isPlatformAdmin\(actor\)|viewer === 'platform')\) return eb\.lit\(true\);/g,
      ),
    ].map(([from]) => ({
      name: `${file}: no visibility clause`,
      walk: 'clauses' as const,
      change: { file, from, to: 'if (Date.now() > 0) return eb.lit(true);' },
    })),
  );
}

/** Every table's row security, off. */
function tableControls(): Control[] {
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
  return [...tables].map((table) => ({
    name: `${table}: no row security`,
    walk: 'rows' as const,
    openTable: table,
  }));
}

function sources(pattern: string): { file: string; text: string }[] {
  const base = 'apps/server/src';
  return globSync(`${base}/${pattern}`, { cwd: root })
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

function isNoticed(control: Control): Promise<boolean> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      join(import.meta.dirname, 'change-source.ts'),
      join(import.meta.dirname, 'main.ts'),
      control.walk,
      '--prepared',
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        MATRIX_CHANGE: JSON.stringify(control.change ?? null),
        ...(control.openTable && { MATRIX_OPEN_TABLE: control.openTable }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => {
    // Only a walk that ran to its end and found something counts, not one that broke down.
    child.on('close', (code) => done(code === 1 && /matrix \w+: \d+ cells/.test(output)));
  });
}

/** Returns how many went unnoticed. */
export async function runControls(): Promise<number> {
  const controls = [...policyControls(), ...clauseControls(), ...tableControls()];
  let unnoticed = 0;
  for (const control of controls) {
    const noticed = await isNoticed(control);
    if (!noticed) unnoticed += 1;
    console.log(`  control ${noticed ? 'caught ' : 'MISSED '} ${control.name}`);
  }
  console.log(`matrix controls: ${controls.length}, ${unnoticed} unnoticed`);
  return unnoticed;
}
