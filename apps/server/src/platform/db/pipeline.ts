/**
 * Several statements in one flush: Parse, Bind, Execute for each, then one Sync. Postgres runs all of
 * them as one implicit transaction, so the caller's context and the query cost one round trip and no
 * BEGIN or COMMIT.
 *
 * This reaches into node-postgres: pg is pinned, everything that depends on its insides is in this
 * file, and db.api.test.ts compares it with the awaited form below.
 */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import pg from 'pg';
import { parserOf } from './types.ts';

const require = createRequire(import.meta.url);
const { prepareValue } = require('pg/lib/utils') as { prepareValue(value: unknown): unknown };

export interface Statement {
  /** A hash of the text, so that the same name always means the same SQL. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Row = Record<string, unknown>;
export interface Answer {
  rows: Row[];
  affected: number;
}

/** All calls together prepare about six hundred; only updates with many column combinations prepare more. */
export const MAX_STATEMENTS = 1000;

const names = new Map<string, string>();
export function statement(text: string, values: readonly unknown[] = []): Statement {
  let name = names.get(text);
  if (!name) {
    // A name is derived from the text, so it stays the same after clearing.
    if (names.size >= 10 * MAX_STATEMENTS) names.clear();
    name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 30)}`;
    names.set(text, name);
  }
  return { name, text, values };
}

interface Field {
  name: string;
  dataTypeID: number;
}
type Parse = (text: string) => unknown;
interface Columns {
  names: string[];
  parsers: Parse[];
  /** Copied for each row. */
  emptyRow: Row;
}

/**
 * V8 turns an object into a slow hash table when more than a dozen properties are added to it by computed names. An
 * object made by JSON.parse, and its copies, keep a fixed layout.
 */
const emptyRowOf = (columnNames: readonly string[]): Row =>
  JSON.parse(`{${columnNames.map((name) => `${JSON.stringify(name)}:null`).join(',')}}`) as Row;

interface Connection {
  stream: { cork(): void; uncork(): void; destroy(reason: Error): void };
  parsedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  removeListener(event: 'parseComplete', listener: () => void): void;
}

/** The columns of a prepared statement do not change, so each connection describes it once. */
const columnsOf = new WeakMap<Connection, Map<string, Columns>>();

/**
 * A prepared statement lives as long as its connection, at some hundred kilobytes each. A client that
 * sends updates in a hundred thousand column combinations must not fill the database's memory: a connection
 * with too many is closed.
 */
export const isFull = (client: pg.ClientBase): boolean => {
  const { parsedStatements } = (client as unknown as { connection: Connection }).connection;
  const count = preparedOn.get(parsedStatements) ?? Object.keys(parsedStatements).length;
  return count > MAX_STATEMENTS;
};
const preparedOn = new WeakMap<object, number>();

/** Closes the socket at once. A flush in progress fails with this error. */
export function disconnect(client: pg.ClientBase, reason: Error): void {
  const { stream } = (client as unknown as { connection: Connection }).connection;
  stream.destroy(reason);
}

class Flush {
  readonly promise: Promise<Answer[]>;
  private readonly statements: readonly Statement[];
  private readonly bound: unknown[][];
  private readonly answers: Answer[] = [];
  private readonly parsing: Statement[] = [];
  private connection: Connection | undefined;
  private known: Map<string, Columns> = new Map();
  private columns: Columns | undefined;
  private current = 0;
  private tag = '';
  private resolve!: (answers: Answer[]) => void;
  private reject!: (error: Error) => void;

  constructor(statements: readonly Statement[]) {
    this.statements = statements;
    // Serialized before the first byte is written: a value that cannot be sent sends nothing.
    this.bound = statements.map((each) => each.values.map(prepareValue));
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: Connection): null {
    this.connection = connection;
    this.known = columnsOf.get(connection) ?? new Map<string, Columns>();
    columnsOf.set(connection, this.known);
    connection.stream.cork();
    try {
      this.statements.forEach((each, index) => this.write(connection, each, this.bound[index]!));
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    if (this.parsing.length > 0) connection.on('parseComplete', this.onParsed);
    this.expect(0);
    return null;
  }

  private write(connection: Connection, { name, text }: Statement, values: unknown[]): void {
    const repeated = this.parsing.some((each) => each.name === name);
    if (connection.parsedStatements[name] === undefined && !repeated) {
      connection.parse({ name, text });
      this.parsing.push({ name, text, values });
    }
    connection.bind({ statement: name, values });
    if (!this.known.has(name)) connection.describe({ type: 'P', name: '' });
    connection.execute({});
  }

  private readonly onParsed = (): void => {
    const each = this.parsing.shift();
    if (!each || !this.connection) return;
    const { parsedStatements } = this.connection;
    parsedStatements[each.name] = each.text;
    preparedOn.set(parsedStatements, (preparedOn.get(parsedStatements) ?? 0) + 1);
  };

  private expect(index: number): void {
    this.current = index;
    const next = this.statements[index];
    this.columns = next && this.known.get(next.name);
    if (next) this.answers.push({ rows: [], affected: 0 });
  }

  handleRowDescription(message: { fields: Field[] }): void {
    const columnNames = message.fields.map((field) => field.name);
    this.columns = {
      names: columnNames,
      parsers: message.fields.map((field) => parserOf(field.dataTypeID)),
      emptyRow: emptyRowOf(columnNames),
    };
    this.known.set(this.statements[this.current]!.name, this.columns);
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    const { names: columnNames, parsers, emptyRow } = this.columns!;
    const row = { ...emptyRow };
    for (let index = 0; index < columnNames.length; index += 1) {
      const value = message.fields[index]!;
      if (value !== null) row[columnNames[index]!] = parsers[index]!(value);
    }
    this.answers[this.current]!.rows.push(row);
  }

  handleCommandComplete(message: { text: string }): void {
    this.tag = message.text;
    const count = /(\d+)$/.exec(message.text);
    this.answers[this.current]!.affected = count ? Number(count[1]) : 0;
    this.expect(this.current + 1);
  }

  handleEmptyQuery(): void {
    this.expect(this.current + 1);
  }

  handlePortalSuspended(): void {}
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('not supported');
  }
  handleCopyData(): void {}

  handleError(error: Error): void {
    this.stopListening();
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.stopListening();
    const last = this.statements.at(-1);
    // COMMIT of a transaction that failed earlier performs a ROLLBACK and reports success.
    if (last?.text === 'commit' && this.tag !== 'COMMIT') {
      this.reject(new Error(`commit answered ${this.tag}`));
    } else {
      this.resolve(this.answers);
    }
  }

  private stopListening(): void {
    this.connection?.removeListener('parseComplete', this.onParsed);
  }
}

export type Send = (client: pg.ClientBase, statements: readonly Statement[]) => Promise<Answer[]>;

export const inOnePipeline: Send = (client, statements) => {
  const flush = new Flush(statements);
  client.query(flush as unknown as pg.Submittable);
  return flush.promise;
};

/** The same statements, one round trip each: for a pooler or a driver without pipelining. */
export const oneByOne: Send = async (client, statements) => {
  const answers: Answer[] = [];
  for (const { name, text, values } of statements) {
    const result = await client.query({
      name,
      text,
      values: [...values],
      types: { getTypeParser: (oid: number) => parserOf(oid) },
    });
    if (text === 'commit' && result.command !== 'COMMIT') {
      throw new Error(`commit answered ${result.command}`);
    }
    answers.push({ rows: result.rows as Row[], affected: result.rowCount ?? 0 });
  }
  return answers;
};
