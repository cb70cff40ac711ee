/** Where there are several cells: what this one asks of the directory and of the others. */
import { ROLE_LEVELS, type RoleLevel } from '@cairn/contract';
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { idFrom } from '../ids.ts';
import type { CellConfig } from './config-cells.ts';
import { Directory, DIRECTORY_ANSWER_MS } from './directory.ts';
import { readStatement, signStatement, type Statement } from './handoff.ts';

/** A cell that is down costs a page this much, and its roles are missing for as long. */
const ANSWER_MS = 2000;
/** What the router reads and no browser gets. */
export const CONTINUE_HEADER = 'x-cairn-cell';
export const STATEMENT_HEADER = 'x-cairn-statement';

export interface RoleElsewhere {
  readonly roleLevel: RoleLevel;
  readonly company: { readonly id: string; readonly name: string };
  readonly cell: string;
}
/** Where a request goes on. Without a statement: to the session that the browser has there. */
export interface Elsewhere {
  readonly cell: string;
  readonly statement?: string;
}

const rolesReply = z.object({
  roles: z.array(
    z.object({
      roleLevel: z.enum(ROLE_LEVELS),
      company: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
});

export class Cells {
  readonly directory: Directory;
  readonly #config: CellConfig;
  readonly #log: Logger;

  constructor(config: CellConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.directory = new Directory(config.directory, DIRECTORY_ANSWER_MS);
  }

  get name(): string {
    return this.#config.name;
  }

  /** What another cell said of a person, if that cell is their home. */
  async read(token: string, use: Statement['use']): Promise<Statement | undefined> {
    const statement = readStatement(this.#config, token, use);
    if (!statement) return undefined;
    return (await this.directory.homeOf(statement.account.id)) === statement.from
      ? statement
      : undefined;
  }

  /** The roles that a person has in other cells. From a cell that is not their home, the way home. */
  async rolesElsewhere(account: Statement['account']): Promise<RoleElsewhere[]> {
    try {
      return await this.#rolesElsewhere(account);
    } catch (error) {
      this.#log.warn({ err: error }, 'the directory did not say where a person has roles');
      return [];
    }
  }

  async #rolesElsewhere(account: Statement['account']): Promise<RoleElsewhere[]> {
    const home = await this.directory.homeOf(account.id);
    if (home !== undefined && home !== this.name) return [homeOf(home)];
    const cells = await this.directory.cellsOf(account.id);
    const asked = await Promise.all(cells.map((cell) => this.#rolesIn(cell, account)));
    return asked.flat();
  }

  /** Says where a role is entered. */
  enter({ cell }: RoleElsewhere, account: Statement['account'], isHome: boolean): Elsewhere {
    if (!isHome) return { cell };
    return { cell, statement: signStatement(this.#config, { to: cell, use: 'enter', account }) };
  }

  async isHomeOf(accountId: string): Promise<boolean> {
    const home = await this.directory.homeOf(accountId);
    return home === undefined || home === this.name;
  }

  async #rolesIn(name: string, account: Statement['account']): Promise<RoleElsewhere[]> {
    const cell = this.#config.cells.find((each) => each.name === name);
    if (!cell || name === this.name) return [];
    try {
      const statement = signStatement(this.#config, { to: name, use: 'list', account });
      const answer = await fetch(new URL('/cells/roles', cell.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ statement }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { roles } = rolesReply.parse(await answer.json());
      return roles.map((role) => ({ ...role, cell: name }));
    } catch (error) {
      this.#log.warn(
        { err: error, cell: name },
        'a cell did not say which roles a person has there',
      );
      return [];
    }
  }

  stop(): Promise<void> {
    return this.directory.stop();
  }
}

/** Stands for all that a person has at home: which lenders, only their home knows. */
const homeOf = (cell: string): RoleElsewhere => ({
  roleLevel: 'BORROWER',
  company: {
    id: idFrom(createHash('sha256').update(`home cell ${cell}`).digest()),
    name: 'Your other lenders',
  },
  cell,
});
