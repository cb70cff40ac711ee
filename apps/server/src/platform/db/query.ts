/** Kysely builds the queries; db.ts sends them. A query is a value until somebody runs it. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
} from 'kysely';
import { statement, type Statement } from './flush.ts';
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
 * a stand-in for each parameter; the returned function fills them in.
 */
export function prepared<Params extends object, R>(
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
