/**
 * The only access to the database. Every statement runs in a scope that determines what row security shows: a session
 * (verified by the flush that uses it), the application acting for one company, or anonymous.
 */
import type { RoleLevel } from '@cairn/contract';
import pg from 'pg';
import { poolOptions, QUERY_TIMEOUT_MS } from './connection-options.ts';
import {
  disconnect,
  inOnePipeline,
  isFull,
  oneByOne,
  statement,
  type Answer,
  type Statement,
} from './pipeline.ts';
import type { Beginning, Tracing } from '../tracing/tracing.ts';
import type { AuditKeys } from '../audit/entry.ts';
import { toStatement, type Query } from './query.ts';

export type Scope = (
  | { readonly kind: 'session'; readonly tokenHash: Buffer; readonly stamp: string }
  | { readonly kind: 'company'; readonly companyId: string }
  | { readonly kind: 'anonymous' }
) & {
  /** The network address of the request, for audit entries; undefined in the worker. */
  readonly sourceAddress?: string;
};

export const anonymous: Scope = { kind: 'anonymous' };

/** The session has ended, or its rights have changed since this process last read them. */
export class SessionOver extends Error {}

/**
 * Reads, or reads and writes, in one scope. Statements of a transaction that do not wait for each other are sent in
 * one flush, in order.
 */
export interface Queries {
  run<R>(query: Query<R>): Promise<R[]>;
  /** Runs the statements in one transaction and one round trip. */
  together<R extends readonly unknown[]>(
    ...queries: { [K in keyof R]: Query<R[K]> }
  ): Promise<{ [K in keyof R]: R[K][] }>;
}
export type Reads = Queries;
/** A read that is sent with the transaction's first flush and may abort it. */
export interface First<R> {
  readonly query: Query<R>;
  check(rows: R[]): void;
}
/** The fields that all audit entries of a transaction share. */
export interface Origin {
  readonly sourceAddress: string | null;
  readonly auditKeys: AuditKeys | undefined;
}
export interface Tx extends Queries {
  readonly origin: Origin;
  /**
   * From here to the commit, the caller also works in a company's scope with a role that they have just been given:
   * for operations that start where the caller has no role yet. The operation checks permission first; afterwards
   * only its queries limit what it sees.
   */
  enterCompany(companyId: string, roleLevel: RoleLevel): Promise<void>;
  /** Sends a statement together with the commit: for last writes whose results are not needed. */
  atCommit(query: Query<unknown>): void;
  /** The loans that this transaction records events about: id and company. */
  readonly loans: Map<string, string>;
}

const BEGIN = statement('begin');
const COMMIT = statement('commit');
const ONE = statement('select 1 as one');
const MIGRATIONS = statement('select name from public.migration');

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
    case 'anonymous':
      return [];
  }
}

/** The text of the statements, without parameter values. */
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
  private readonly auditKeys: AuditKeys | undefined;
  private readonly queryTimeoutMs: number;

  /** `committed` is called after each commit that recorded something, so that it can be relayed. */
  constructor(options: {
    url: string;
    poolSize: number;
    awaited?: boolean;
    committed?: () => void;
    tracing?: Tracing | undefined;
    /** Without keys, entries are written without MACs: for tools that only read. */
    auditKeys?: AuditKeys;
    queryTimeoutMs?: number;
  }) {
    this.awaited = options.awaited ?? false;
    this.committed = options.committed ?? (() => {});
    this.tracing = options.tracing;
    this.auditKeys = options.auditKeys;
    this.queryTimeoutMs = options.queryTimeoutMs ?? QUERY_TIMEOUT_MS;
    this.pool = new pg.Pool({ ...poolOptions(options.url), max: options.poolSize });
    // A client may lose its server while idle or checked out; the query in flight reports the error.
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
  }

  private send(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
    if (!this.tracing) return this.sendNow(client, statements);
    return this.tracing.span('postgres', spanOf(statements), () =>
      this.sendNow(client, statements),
    );
  }

  /** Closes the socket of a server that does not answer in time, which fails the flush. */
  private async sendNow(
    client: pg.ClientBase,
    statements: readonly Statement[],
  ): Promise<Answer[]> {
    const timer = setTimeout(
      () => disconnect(client, new Error('Postgres did not answer in time')),
      this.queryTimeoutMs,
    );
    try {
      return await (this.awaited ? oneByOne : inOnePipeline)(client, statements);
    } finally {
      clearTimeout(timer);
    }
  }

  reads(scope: Scope): Reads {
    const together = async (...queries: Query<unknown>[]): Promise<unknown[][]> => {
      const entering = enter(scope);
      const commands = [...entering, ...queries.map(toStatement)];
      // Without pipelining there is no implicit transaction to hold the context.
      const statements = this.awaited ? [BEGIN, ...commands, COMMIT] : commands;
      const client = await this.pool.connect();
      let broken = true;
      try {
        const answers = await this.send(client, statements);
        broken = false;
        const results = this.awaited ? answers.slice(1, -1) : answers;
        if (scope.kind === 'session' && results[0]!.rows.length === 0) throw new SessionOver();
        return results.slice(entering.length).map((answer) => answer.rows);
      } finally {
        // After a failed read, which is rare, the connection is closed rather than checked: it may be broken.
        client.release(broken || isFull(client));
      }
    };
    return {
      run: async <R>(query: Query<R>) => (await together(query))[0] as R[],
      together: together as Queries['together'],
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
      this.auditKeys,
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

  /** Connection counts of this process, for monitoring. */
  get poolState(): { idle: number; busy: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
  }

  /** Names of the migrations that were applied to the database. */
  async migrations(): Promise<Set<string>> {
    const rows = (await this.reads(anonymous).run({ statement: () => MIGRATIONS })) as {
      name: string;
    }[];
    return new Set(rows.map(({ name }) => name));
  }

  /** Used by the readiness check: true if a connection is available and answers a statement. */
  async answers(): Promise<boolean> {
    try {
      await this.reads(anonymous).run({ statement: () => ONE });
      return true;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

interface Batch {
  readonly statements: Statement[];
  readonly results: Promise<Answer[]>;
}
/** The results of a batch are in memory at once and share one timeout. */
const MAX_BATCH = 50;

class Transaction implements Tx {
  readonly origin: Origin;
  leftSomething = false;
  readonly loans = new Map<string, string>();
  private readonly connect: () => Promise<pg.PoolClient>;
  private readonly send: (client: pg.ClientBase, s: readonly Statement[]) => Promise<Answer[]>;
  private readonly scope: Scope;
  private readonly first: First<unknown> | undefined;
  private readonly last: Statement[] = [];
  private client: pg.PoolClient | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  /** Collects statements while the previous flush is under way. */
  private batch: Batch | undefined;
  private failure: unknown;
  private open = false;
  private over = false;
  private flushFailed = false;

  constructor(
    connect: () => Promise<pg.PoolClient>,
    send: (client: pg.ClientBase, s: readonly Statement[]) => Promise<Answer[]>,
    scope: Scope,
    first: First<unknown> | undefined,
    auditKeys?: AuditKeys,
  ) {
    this.connect = connect;
    this.send = send;
    this.scope = scope;
    this.first = first;
    this.origin = { sourceAddress: scope.sourceAddress ?? null, auditKeys };
  }

  async run<R>(query: Query<R>): Promise<R[]> {
    const [answer] = await this.enqueue([toStatement(query)]);
    return answer!.rows as R[];
  }

  async together<R extends readonly unknown[]>(
    ...queries: { [K in keyof R]: Query<R[K]> }
  ): Promise<{ [K in keyof R]: R[K][] }> {
    const answers = await this.enqueue(queries.map(toStatement));
    return answers.map(({ rows }) => rows) as { [K in keyof R]: R[K][] };
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
    // A caller that swallowed an error must not commit the rest.
    if (this.failure !== undefined) throw this.failure;
    if (!this.client && this.last.length === 0) {
      this.over = true;
      return;
    }
    await this.enqueue([...this.last, COMMIT]);
    this.open = false;
    this.over = true;
  }

  private async enqueue(statements: Statement[]): Promise<Answer[]> {
    const length = (this.batch?.statements.length ?? 0) + statements.length;
    const batch = this.batch && length <= MAX_BATCH ? this.batch : this.startBatch();
    const start = batch.statements.length;
    batch.statements.push(...statements);
    return (await batch.results).slice(start, start + statements.length);
  }

  private startBatch(): Batch {
    const statements: Statement[] = [];
    const results = this.queue.then(() => {
      if (this.batch === batch) this.batch = undefined;
      return this.sendNow(statements);
    });
    const batch = { statements, results };
    this.batch = batch;
    this.queue = results.catch(() => {});
    return batch;
  }

  private async sendNow(statements: Statement[]): Promise<Answer[]> {
    if (this.failure !== undefined) throw this.failure;
    if (this.over) throw new Error('the transaction is over');
    try {
      this.client ??= await this.connect();
      return await (this.open
        ? this.flush(this.client, statements)
        : this.begin(this.client, statements));
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }

  /** Sends BEGIN, the caller's context, the first read and the first statements in one flush. */
  private async begin(client: pg.PoolClient, statements: Statement[]): Promise<Answer[]> {
    const entering = enter(this.scope);
    const looking = this.first ? [toStatement(this.first.query)] : [];
    this.open = true;
    const answers = await this.flush(client, [BEGIN, ...entering, ...looking, ...statements]);
    if (this.scope.kind === 'session' && answers[1]!.rows.length === 0) throw new SessionOver();
    this.first?.check(answers[1 + entering.length]!.rows);
    return answers.slice(1 + entering.length + looking.length);
  }

  private async flush(client: pg.PoolClient, statements: Statement[]): Promise<Answer[]> {
    try {
      return await this.send(client, statements);
    } catch (error) {
      this.flushFailed = true;
      throw error;
    }
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

  /**
   * A connection whose flush failed is not reused. After the error, Postgres skips the rest of the flush, while
   * PgBouncer has already recorded its Parse messages as done: the next use of such a statement fails with 08P01,
   * perhaps in another company's request.
   */
  release(): void {
    this.client?.release(this.open || this.flushFailed || isFull(this.client));
  }
}
