/**
 * The tables as queries see them: generated from the migrated database (`npm run generate:tables`), with the columns of
 * column-types.ts narrowed. Whether a column may be null or has a default always comes from the database.
 */
import type { ColumnType, Selectable, Updateable, UpdateObject } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { DB } from './generated/tables.ts';

type AnyColumn = ColumnType<unknown, unknown, unknown>;

/** Replaces a column's type by `Narrow`, as nullable and as optional as the column is. */
type NarrowColumn<Column, Narrow> = [Narrow] extends [AnyColumn]
  ? Narrow
  : [Column] extends [ColumnType<infer Select, infer Insert, infer Update>]
    ? ColumnType<
        Narrow | Extract<Select, null>,
        Narrow | Extract<Insert, null | undefined>,
        Narrow | Extract<Update, null>
      >
    : Narrow | Extract<Column, null>;

type NarrowTable<Table, Narrow> = {
  [Column in keyof Table]: Column extends keyof Narrow
    ? NarrowColumn<Table[Column], Narrow[Column]>
    : Table[Column];
};

export type Schema = {
  [Table in keyof DB]: Table extends keyof ColumnTypes
    ? NarrowTable<DB[Table], ColumnTypes[Table]>
    : DB[Table];
};

/** A row as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** The columns of an update, as plain values. */
export type Columns<Table extends keyof Schema> = Updateable<Schema[Table]>;

/** The columns of an update, as values or SQL expressions. */
export type Changes<Table extends keyof Schema> = UpdateObject<Schema, Table>;

/** Does not compile if column-types.ts names a table or column that the database does not have. */
type Known<
  T extends {
    [Table in keyof T]: Table extends keyof DB ? KnownColumns<T[Table], DB[Table]> : never;
  },
> = T;
type KnownColumns<Narrow, Table> = {
  [Column in keyof Narrow]: Column extends keyof Table ? unknown : never;
};
export type NarrowedColumns = Known<ColumnTypes>;
