/** Several cells: the directory lets this process in, its key is the one that the others expect, and cells answer. */
import { createPublicKey } from 'node:crypto';
import type { CellAddress, CellConfig } from '../../platform/cells/config-cells.ts';
import type { RouterConfig } from '../../platform/config.ts';
import { Problem, reasonOf, type Check } from './check.ts';
import { withClient } from './database.ts';

const ANSWER_MS = 5000;

interface Login {
  readonly name: string;
  readonly hasSchema: boolean;
}

async function checkDirectory(url: string, expected: string): Promise<string> {
  const { name, hasSchema } = await withClient('DIRECTORY_URL', url, async (client) => {
    const { rows } = await client.query<Login>(
      `select current_user as name,
         exists (select from pg_namespace where nspname = 'directory') as "hasSchema"`,
    );
    return rows[0]!;
  });
  if (!hasSchema) {
    throw new Problem(
      'DIRECTORY_URL names a database that is no directory: run cairn directory create.',
    );
  }
  if (name !== expected) {
    throw new Problem(`DIRECTORY_URL logs in as ${name}: use ${expected}.`);
  }
  return `${name} may ask the directory`;
}

async function checkKey({ name, cells, key }: CellConfig): Promise<string> {
  const shared = cells.find((each) => each.name === name)!;
  if (!createPublicKey(key).equals(shared.publicKey)) {
    throw new Problem(
      `CELL_KEY does not belong to the key of ${name} in CELLS: other cells believe nothing that this one says of a person.`,
    );
  }
  return `CELL_KEY belongs to the key of ${name} in CELLS`;
}

async function checkAnswer({ name, url }: CellAddress): Promise<string> {
  const where = `The cell ${name} does not answer at ${url.origin} (CELLS)`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  const answer = await fetch(new URL('/livez', url), { redirect: 'error', signal }).catch(
    (error: unknown) => {
      throw new Problem(
        `${where}: ${reasonOf(error instanceof Error && error.cause ? error.cause : error)}.`,
      );
    },
  );
  if (!answer.ok) throw new Problem(`${where}: it answered with status ${answer.status}.`);
  return `${name} answers at ${url.origin}`;
}

/** Of a web process in one of several cells. */
export const cellChecks = (cell: CellConfig): Check[] => [
  {
    name: 'directory',
    run: () => checkDirectory(cell.directory.url, `cairn_cell_${cell.name}`),
  },
  { name: 'cell key', run: () => checkKey(cell) },
];

export const routerChecks = ({ cells, directory }: RouterConfig): Check[] => [
  { name: 'directory', run: () => checkDirectory(directory.url, 'cairn_router') },
  ...cells.map((cell) => ({ name: `cell ${cell.name}`, run: () => checkAnswer(cell) })),
];
