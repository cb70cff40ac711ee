/**
 * The only way to the database. Every statement runs inside a scope that decides what row security
 * lets through: a session (checked by the same flush that uses it), the application working for one
 * company, or nobody.
 */
import type { RoleLevel } from '@cairn/contract';
import pg from 'pg';
import { inOneFlush, isFull, oneByOne, statement, type Answer, type Statement } from './flush.ts';
import type { Beginning, Tracing } from '../tracing/tracing.ts';
import { toStatement, type Query } from './query.ts';

export type Scope =
  | { readonly kind: 'session'; readonly tokenHash: Buffer; readonly stamp: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'nobody' };

export const nobody: Scope = { kind: 'nobody' };

/** The session has ended, or its rights are no longer what this process remembers. */
export class SessionOver extends Error {}

/** Reads, or reads and writes, within one scope. */
export interface Queries {
  run<R>(query: Query<R>): Promise<R[]>;
}
/** Several reads of one moment: they share a snapshot's transaction and one round trip. */
export interface Reads extends Queries {
  together<R extends readonly unknown[]>(
    ...queries: { [K in keyof R]: Query<R[K]> }
  ): Promise<{ [K in keyof R]: R[K][] }>;
}
/** A read that goes out with the transaction's first flush, and may stop it. */
export interface First<R> {
  readonly query: Query<R>;
  check(rows: R[]): void;
}
export interface Tx extends Queries {
  /**
   * From here to the commit the same caller, in a role that they have just been given, works in a
   * company's scope as well: for what somebody begins where they have no part yet. That they may is
   * checked before; what they may see, by the queries alone from here on.
   */
  enterCompany(companyId: string, roleLevel: RoleLevel): Promise<void>;
  /** Sent together with the commit: for the last writes, whose answers nobody waits for. */
  atCommit(query: Query<unknown>): void;
}

const BEGIN = statement('begin');
const COMMIT = statement('commit');

/** Nobody waits longer for an answer; a statement that would run on holds its locks, and others up. */
const LONGEST_STATEMENT_MS = 30_000;

const ENTER_SESSION = `
  select set_config('app.account_id', account_id::text, true),
    set_config('app.company_id', coalesce(company_id::text, ''), true),
    set_config('app.role_level', role_level, true),
    set_config('app.platform', case role_level when 'ADMIN' then 'yes' else '' end, true)
  from session
  where token_hash = $1 and stamp = $2 and ends_at > now()
    and last_seen_at > now() - idle`;
const ENTER_COMPANY = `
  select set_config('app.company_id', $1, true), set_config('app.account_id', '', true),
    set_config('app.role_level', '', true), set_config('app.platform', '', true)`;

const ENTER_ALSO = `
  select set_config('app.company_id', $1, true), set_config('app.role_level', $2, true)`;

function enter(scope: Scope): Statement[] {
  switch (scope.kind) {
    case 'session':
      return [statement(ENTER_SESSION, [scope.tokenHash, scope.stamp])];
    case 'company':
      return [statement(ENTER_COMPANY, [scope.companyId])];
    case 'nobody':
      return [];
  }
}

/** The statements' text: values travel beside it and stay out. */
const spanOf = (statements: readonly Statement[]): Beginning => ({
  kind: 'client',
  attributes: {
    'db.system.name': 'postgresql',
    'db.operation.batch.size': statements.length,
    'db.query.text': statements.map(({ text }) => text.trim()).join(';\n'),
  },
});

export class Db {
  private readonly pool: pg.Pool;
  private readonly awaited: boolean;
  private readonly committed: () => void;
  private readonly tracing: Tracing | undefined;

  /** `committed` is told after each commit that recorded something, so that it can be relayed. */
  constructor(options: {
    url: string;
    poolSize: number;
    awaited?: boolean;
    committed?: () => void;
    tracing?: Tracing | undefined;
    longestStatementMs?: number;
  }) {
    this.awaited = options.awaited ?? false;
    this.committed = options.committed ?? (() => {});
    this.tracing = options.tracing;
    const longest = options.longestStatementMs ?? LONGEST_STATEMENT_MS;
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      statement_timeout: longest,
      idle_in_transaction_session_timeout: longest,
    });
    // Idle and checked-out clients may lose their server; the query in flight reports it.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  private send(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
    if (!this.tracing) return this.sendNow(client, statements);
    return this.tracing.span('postgres', spanOf(statements), () =>
      this.sendNow(client, statements),
    );
  }

  private sendNow(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
    return this.awaited ? oneByOne(client, statements) : inOneFlush(client, statements);
  }

  reads(scope: Scope): Reads {
    const together = async (...queries: Query<unknown>[]): Promise<unknown[][]> => {
      const entering = enter(scope);
      const wanted = [...entering, ...queries.map(toStatement)];
      // One by one there is no implicit transaction to hold the context.
      const statements = this.awaited ? [BEGIN, ...wanted, COMMIT] : wanted;
      const client = await this.pool.connect();
      let broken = true;
      try {
        const answers = await this.send(client, statements);
        broken = false;
        const own = this.awaited ? answers.slice(1, -1) : answers;
        if (scope.kind === 'session' && own[0]!.rows.length === 0) throw new SessionOver();
        return own.slice(entering.length).map((answer) => answer.rows);
      } finally {
        // A read that fails is rare: its connection may be dying, and is thrown away rather than asked.
        client.release(broken || isFull(client));
      }
    };
    return {
      run: async <R>(query: Query<R>) => (await together(query))[0] as R[],
      together: together as Reads['together'],
    };
  }

  async write<T, R = never>(
    scope: Scope,
    work: (tx: Tx) => Promise<T>,
    first?: First<R>,
  ): Promise<T> {
    const transaction = new Transaction(
      () => this.pool.connect(),
      (client, statements) => this.send(client, statements),
      scope,
      first,
    );
    try {
      const result = await work(transaction);
      await transaction.commit();
      if (transaction.leftSomething) this.committed();
      return result;
    } catch (error) {
      await transaction.rollBack();
      throw error;
    } finally {
      transaction.release();
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

class Transaction implements Tx {
  leftSomething = false;
  private readonly connect: () => Promise<pg.PoolClient>;
  private readonly send: (client: pg.ClientBase, s: readonly Statement[]) => Promise<Answer[]>;
  private readonly scope: Scope;
  private readonly first: First<unknown> | undefined;
  private readonly last: Statement[] = [];
  private client: pg.PoolClient | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private failure: unknown;
  private open = false;
  private over = false;

  constructor(
    connect: () => Promise<pg.PoolClient>,
    send: (client: pg.ClientBase, s: readonly Statement[]) => Promise<Answer[]>,
    scope: Scope,
    first: First<unknown> | undefined,
  ) {
    this.connect = connect;
    this.send = send;
    this.scope = scope;
    this.first = first;
  }

  async run<R>(query: Query<R>): Promise<R[]> {
    const [answer] = await this.enqueue([toStatement(query)]);
    return answer!.rows as R[];
  }

  async enterCompany(companyId: string, roleLevel: RoleLevel): Promise<void> {
    await this.enqueue([statement(ENTER_ALSO, [companyId, roleLevel])]);
  }

  atCommit(query: Query<unknown>): void {
    this.last.push(toStatement(query));
    this.leftSomething = true;
  }

  async commit(): Promise<void> {
    await this.queue;
    // A swallowed error must not commit the rest.
    if (this.failure !== undefined) throw this.failure;
    if (!this.client && this.last.length === 0) {
      this.over = true;
      return;
    }
    await this.enqueue([...this.last, COMMIT]);
    this.open = false;
    this.over = true;
  }

  private enqueue(statements: Statement[]): Promise<Answer[]> {
    const sent = this.queue.then(() => this.sendNow(statements));
    this.queue = sent.catch(() => {});
    return sent;
  }

  private async sendNow(statements: Statement[]): Promise<Answer[]> {
    if (this.failure !== undefined) throw this.failure;
    if (this.over) throw new Error('the transaction is over');
    try {
      this.client ??= await this.connect();
      return await (this.open
        ? this.send(this.client, statements)
        : this.begin(this.client, statements));
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  /** BEGIN, the caller's context, the first look and the first statements, all in one flush. */
  private async begin(client: pg.PoolClient, statements: Statement[]): Promise<Answer[]> {
    const entering = enter(this.scope);
    const looking = this.first ? [toStatement(this.first.query)] : [];
    this.open = true;
    const answers = await this.send(client, [BEGIN, ...entering, ...looking, ...statements]);
    if (this.scope.kind === 'session' && answers[1]!.rows.length === 0) throw new SessionOver();
    this.first?.check(answers[1 + entering.length]!.rows);
    return answers.slice(1 + entering.length + looking.length);
  }

  async rollBack(): Promise<void> {
    this.over = true;
    await this.queue;
    if (!this.client || !this.open) return;
    try {
      await this.client.query('rollback');
      this.open = false;
    } catch {
      // The connection is gone, and with it the transaction; release() discards the client.
    }
  }

  release(): void {
    this.client?.release(this.open || isFull(this.client));
  }
}
