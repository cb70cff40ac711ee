/** Variables of an installation with several cells (docs/operations/cells.md). Unused unless CELL is set. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';

const CELL_NAME = /^[a-z][a-z0-9]{0,15}$/;
/** PKCS #8 header of a 32-byte Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface CellAddress {
  readonly name: string;
  /** Address of the cell's web processes inside the network. */
  readonly url: URL;
  readonly publicKey: KeyObject;
}

const publicKeyOf = (x: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

export const privateKeyOf = (seed: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });

/** Creates the value of CELL_KEY and the key for the cell's entry in CELLS. */
export function newCellKey(): { secret: string; shared: string } {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { secret: d, shared: x };
}

function cellOf(entry: string): CellAddress | undefined {
  const [name = '', address = '', key = ''] = entry.split('=');
  const url = URL.parse(address);
  if (!CELL_NAME.test(name) || !/^https?:$/.test(url?.protocol ?? '')) return undefined;
  try {
    return { name, url: url!, publicKey: publicKeyOf(key) };
  } catch {
    return undefined;
  }
}

const cellList = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .transform((entries, context) => {
    const cells = entries.map(cellOf);
    const names = new Set(cells.map((cell) => cell?.name));
    if (cells.includes(undefined) || names.size !== cells.length) {
      context.addIssue('must list NAME=URL=KEY, each name once, separated by commas');
      return z.NEVER;
    }
    return cells as CellAddress[];
  });

const isSeed = (value: string): boolean => Buffer.from(value, 'base64url').length === 32;
const isPostgres = (value: string): boolean =>
  /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '');

export const CELL_VARIABLES = {
  CELL: {
    roles: ['web', 'company'] as const,
    secret: false,
    schema: z
      .string()
      .regex(CELL_NAME, { error: 'must be a short word: letters and digits' })
      .optional(),
    about: 'The name of this cell, where there are several: see [cells](cells.md).',
    shown: 'none: the only one',
  },
  CELLS: {
    roles: ['web', 'router'] as const,
    secret: false,
    schema: cellList.optional(),
    about:
      'All cells as `NAME=URL=KEY`, separated by commas: where the web processes of each answer inside the network, and its public key.',
    shown: 'none',
  },
  CELL_KEY: {
    roles: ['web'] as const,
    secret: true,
    schema: z
      .string()
      .refine(isSeed, { error: 'must be a key of `cairn directory key`' })
      .optional(),
    about: 'With which this cell signs what it says of a person to another one.',
    shown: 'none',
  },
  DIRECTORY_URL: {
    roles: ['web', 'company', 'router'] as const,
    secret: true,
    schema: z.string().refine(isPostgres, { error: 'must be a postgres:// URL' }).optional(),
    about:
      'The directory of accounts and companies, as the role of this cell (`cairn_cell_NAME`) or of the router.',
    shown: 'none',
  },
  DIRECTORY_KEY: {
    roles: ['web', 'company', 'router'] as const,
    secret: true,
    schema: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
    about: 'With which email addresses are hashed for the directory; the same in all cells.',
    shown: 'none',
  },
};

interface Values {
  readonly CELL?: string | undefined;
  readonly CELLS?: CellAddress[] | undefined;
  readonly CELL_KEY?: string | undefined;
  readonly DIRECTORY_URL?: string | undefined;
  readonly DIRECTORY_KEY?: string | undefined;
}

const NEEDED = {
  web: ['CELLS', 'CELL_KEY', 'DIRECTORY_URL', 'DIRECTORY_KEY'],
  company: ['DIRECTORY_URL', 'DIRECTORY_KEY'],
} as const;

export function cellProblems(values: Values, role: string): [string, string][] {
  if (role === 'router') {
    const needed = ['CELLS', 'DIRECTORY_URL', 'DIRECTORY_KEY'] as const;
    return needed.filter((name) => values[name] === undefined).map((name) => [name, 'is not set']);
  }
  if (values.CELL === undefined || !(role in NEEDED)) return [];
  const problems: [string, string][] = NEEDED[role as keyof typeof NEEDED]
    .filter((name) => values[name] === undefined)
    .map((name) => [name, 'is not set, and CELL is']);
  if (role === 'web' && values.CELLS && !values.CELLS.some(({ name }) => name === values.CELL)) {
    problems.push(['CELLS', `does not list ${values.CELL}`]);
  }
  return problems;
}

/** Undefined if this is the only cell. */
export const cellConfigOf = (values: Values) =>
  values.CELL === undefined
    ? undefined
    : {
        name: values.CELL,
        cells: values.CELLS!,
        key: privateKeyOf(values.CELL_KEY!),
        directory: { url: values.DIRECTORY_URL!, key: values.DIRECTORY_KEY! },
      };
export type CellConfig = NonNullable<ReturnType<typeof cellConfigOf>>;
