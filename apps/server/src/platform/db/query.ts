/** Kysely builds the queries; db.ts sends them. A query is a value until it is run. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
} from 'kysely';
import type { Actor } from '../actor.ts';
import { statement, type Statement } from './pipeline.ts';
import type { Schema } from './schema.ts';

export const query = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  },
});

/** A statement with its row type. */
export interface Sendable<R> {
  statement(): Statement;
  readonly rowType?: R;
}
export type Query<R> = Compilable<R> | Sendable<R>;

export function toStatement(source: Query<unknown>): Statement {
  if ('statement' in source) return source.statement();
  const compiled = source.compile();
  return statement(compiled.sql, compiled.parameters);
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A hot query that is built and compiled once, because building it costs more than sending it. `build` gets a
 * placeholder for each parameter; the returned function fills them in.
 */
export function prepareQuery<Params extends object, R>(
  build: (params: Params) => Compilable<R>,
): (params: Params) => Sendable<R> {
  let compiled: { sql: string; parameters: readonly unknown[] } | undefined;
  const standIns = new Proxy({} as Params, {
    get: (_, name) => new Placeholder(String(name)),
  });
  return (params) => ({
    statement: () => {
      compiled ??= build(standIns).compile();
      return statement(
        compiled.sql,
        compiled.parameters.map((each) =>
          each instanceof Placeholder ? params[each.name as keyof Params] : each,
        ),
      );
    },
  });
}

/**
 * Like prepareQuery, for a query that depends on the caller: compiled once for each kind of caller. `build` may read
 * the caller's role level and whether they have a company; the caller's identity is a parameter. Other parameters
 * must not have the caller's parameter names.
 */
export function prepareQueryByCaller<Params extends object, R>(
  build: (actor: Actor, params: Params) => Compilable<R>,
): (actor: Actor, params: Params) => Sendable<R> {
  const byKind = new Map<string, (params: Actor & Params) => Sendable<R>>();
  return (actor, params) => {
    const { roleLevel, companyId } = actor;
    const kind = `${roleLevel} ${companyId === null}`;
    let fill = byKind.get(kind);
    if (!fill) {
      fill = prepareQuery((standIns: Actor & Params) => {
        const { accountId } = standIns;
        const caller = { accountId, roleLevel, companyId: companyId && standIns.companyId };
        return build(caller, standIns);
      });
      byKind.set(kind, fill);
    }
    return fill({ ...params, ...actor });
  };
}

/**
 * Equivalent to `coalesce`, for the condition of a join with a table under row security. Postgres does not consider
 * coalesce leakproof, so it would check the policy of every row of the company before it looks for the matching one;
 * it does consider `case` leakproof.
 */
export const firstKnown = (one: string, other: string) =>
  sql<string>`case when ${sql.ref(one)} is null then ${sql.ref(other)} else ${sql.ref(one)} end`;
