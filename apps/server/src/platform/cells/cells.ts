/** Calls that a cell makes to the directory and to the other cells of an installation. */
import { ROLE_LEVELS, type RoleLevel } from '@cairn/contract';
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import { idFrom, newId } from '../ids.ts';
import type { CellConfig } from './config-cells.ts';
import { Directory, DIRECTORY_ANSWER_MS } from './directory.ts';
import { readStatement, signStatement, type Statement } from './handoff.ts';

/** Timeout of a call to another cell. A cell that is down delays a page by this much, and its roles are missing. */
const ANSWER_MS = 2000;
/** A header for the router, which never passes it to a browser. */
export const CONTINUE_HEADER = 'x-cairn-cell';
export const STATEMENT_HEADER = 'x-cairn-statement';

export interface RoleElsewhere {
  readonly roleLevel: RoleLevel;
  readonly company: { readonly id: string; readonly name: string };
  readonly cell: string;
}
/** The cell that continues a request. Without a statement, the browser's existing session there is used. */
export interface Elsewhere {
  readonly cell: string;
  readonly statement?: string;
}

/** Where a person's home cell is, and what the other cells must learn. */
export interface Homes {
  /** The id of the person with this address, and whether this cell is their home cell. */
  claim(address: string): Promise<{ id: string; isHome: boolean }>;
  isHomeOf(accountId: string): Promise<boolean>;
  /** Called after a password change: ends the sessions in every other cell. */
  endSessionsElsewhere(accountId: string): Promise<void>;
  /** Called after an account was closed. */
  releaseClosed(account: { id: string; emailAddress: string }): Promise<void>;
}

/** For an installation with a single cell. */
export const ONLY_HOME: Homes = {
  claim: async () => ({ id: newId(), isHome: true }),
  isHomeOf: async () => true,
  endSessionsElsewhere: async () => {},
  releaseClosed: async () => {},
};

const rolesReply = z.object({
  roles: z.array(
    z.object({
      roleLevel: z.enum(ROLE_LEVELS),
      company: z.object({ id: z.uuid(), name: z.string() }),
    }),
  ),
});

export class Cells implements Homes {
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

  /** Reads another cell's statement about a person; undefined if that cell is not the person's home cell. */
  async read(token: string, use: Statement['use']): Promise<Statement | undefined> {
    const statement = readStatement(this.#config, token, use);
    if (!statement) return undefined;
    return (await this.directory.homeOf(statement.account.id)) === statement.from
      ? statement
      : undefined;
  }

  /** The roles that a person has in other cells. A cell that is not their home cell lists only a way back to it. */
  async rolesElsewhere(account: Statement['account']): Promise<RoleElsewhere[]> {
    try {
      return await this.#rolesElsewhere(account);
    } catch (error) {
      this.#log.warn(
        { err: error },
        'the directory is not reachable; roles in other cells are not listed',
      );
      return [];
    }
  }

  async #rolesElsewhere(account: Statement['account']): Promise<RoleElsewhere[]> {
    const home = await this.directory.homeOf(account.id);
    if (home !== undefined && home !== this.name) return [homeOf(home)];
    const cells = await this.directory.cellsOf(account.id);
    const roles = await Promise.all(cells.map((cell) => this.#rolesIn(cell, account)));
    return roles.flat();
  }

  /** Returns the cell in which a role is entered. */
  enter({ cell }: RoleElsewhere, account: Statement['account'], isHome: boolean): Elsewhere {
    if (!isHome) return { cell };
    return { cell, statement: signStatement(this.#config, { to: cell, use: 'enter', account }) };
  }

  async claim(address: string): Promise<{ id: string; isHome: boolean }> {
    const { id, home } = await this.directory.claim(address, newId());
    return { id, isHome: home === this.name };
  }

  async endSessionsElsewhere(accountId: string): Promise<void> {
    const account = { id: accountId, emailAddress: '', givenName: '', familyName: '' };
    try {
      const cells = await this.directory.cellsOf(accountId);
      await Promise.all(cells.map((cell) => this.#endSessionsIn(cell, account)));
    } catch (error) {
      this.#log.error(
        { err: error, accountId },
        'the directory is not reachable; sessions in other cells were not ended',
      );
    }
  }

  async releaseClosed({ id, emailAddress }: { id: string; emailAddress: string }): Promise<void> {
    await this.endSessionsElsewhere(id);
    try {
      await this.directory.release(emailAddress);
    } catch (error) {
      this.#log.error(
        { err: error, accountId: id },
        'the directory is not reachable; the address of a closed account cannot be used for a new one',
      );
    }
  }

  async #endSessionsIn(name: string, account: Statement['account']): Promise<void> {
    try {
      await this.#ask(name, '/cells/end', 'end', account);
    } catch (error) {
      this.#log.error(
        { err: error, cell: name },
        'another cell is not reachable; a person’s sessions there were not ended',
      );
    }
  }

  /** Undefined if there is no such other cell. */
  async #ask(
    name: string,
    path: string,
    use: Statement['use'],
    account: Statement['account'],
  ): Promise<unknown> {
    const cell = this.#config.cells.find((each) => each.name === name);
    if (!cell || name === this.name) return undefined;
    const statement = signStatement(this.#config, { to: name, use, account });
    const answer = await fetch(new URL(path, cell.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ statement }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!answer.ok) throw new Error(`cell ${name} answered ${answer.status} to ${path}`);
    return answer.json();
  }

  async isHomeOf(accountId: string): Promise<boolean> {
    const home = await this.directory.homeOf(accountId);
    return home === undefined || home === this.name;
  }

  async #rolesIn(name: string, account: Statement['account']): Promise<RoleElsewhere[]> {
    try {
      const reply = await this.#ask(name, '/cells/roles', 'list', account);
      const { roles } = reply === undefined ? { roles: [] } : rolesReply.parse(reply);
      return roles.map((role) => ({ ...role, cell: name }));
    } catch (error) {
      this.#log.warn(
        { err: error, cell: name },
        'another cell is not reachable; a person’s roles there are not listed',
      );
      return [];
    }
  }

  stop(): Promise<void> {
    return this.directory.stop();
  }
}

/** Represents all roles that a person has in their home cell; only that cell knows at which lenders. */
const homeOf = (cell: string): RoleElsewhere => ({
  roleLevel: 'BORROWER',
  company: {
    id: idFrom(createHash('sha256').update(`home cell ${cell}`).digest()),
    name: 'Your other lenders',
  },
  cell,
});
