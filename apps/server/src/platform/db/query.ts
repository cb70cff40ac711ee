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

/** Anything that can be sent and says what its rows are. */
export interface Sendable<R> {
  statement(): Statement;
  readonly rowType?: R;
}
export type Query<R> = Compilable<R> | Sendable<R>;

export function toStatement(given: Query<unknown>): Statement {
  if ('statement' in given) return given.statement();
  const compiled = given.compile();
  return statement(compiled.sql, compiled.parameters);
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A hot query, built and compiled once: building it again costs more than sending it. `build` gets
 * a placeholder for each parameter; the returned function fills them in.
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
 * The same for a query that depends on who asks: compiled once for each kind of caller. `build` may ask for the
 * caller's role level and whether they have a company; who they are is filled in. No parameter is named like
 * one of the caller's.
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
 * What `coalesce` answers, for the condition of a join with a table under row security. Postgres does not take coalesce for
 * leakproof, so it would check the policy of every row of the company before it looks for the one that fits; case it does.
 */
export const firstKnown = (one: string, other: string) =>
  sql<string>`case when ${sql.ref(one)} is null then ${sql.ref(other)} else ${sql.ref(one)} end`;
