import { Text } from '@mantine/core';
import type { EntityKind } from '@cairn/contract/entity-fields';
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { announce } from '../../lib/announce.ts';
import { type Cells, columnsOf, isEmpty, pasteRows, type RowErrors } from './grid.ts';
import classes from './Entities.module.css';

/** The arrow keys, Enter and Tab move between cells, as in a spreadsheet. */
function useCellKeys() {
  const table = useRef<HTMLElement>(null);
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus();
  const onKeyDown = (row: number, column: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const atStart = input.selectionStart === 0 && input.selectionEnd === 0;
    const atEnd = input.selectionStart === input.value.length;
    const moves: Record<string, [number, number] | false> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      Enter: [row + (event.shiftKey ? -1 : 1), column],
      ArrowLeft: atStart && [row, column - 1],
      ArrowRight: atEnd && [row, column + 1],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    focus(...move);
  };
  return { table, onKeyDown };
}

interface EntityGridProps {
  label: string;
  kind: EntityKind;
  rows: readonly Cells[];
  errors: RowErrors;
  /** The name of each row. A row without a name shows its number. */
  names?: readonly string[];
  /** Masked values of each row. An empty cell keeps the masked value. */
  masked?: readonly Readonly<Record<string, string>>[];
  /** Maximum number of rows after a paste. */
  most: number;
  onChange: (rows: Cells[]) => void;
}

interface GridRow {
  index: number;
  name: string;
  cells: Cells;
  errors: Record<string, string> | undefined;
  masked: Readonly<Record<string, string>> | undefined;
}

const rowId = ({ index }: GridRow): string => String(index);
const COLUMN_PX = 168;

interface CellInputProps extends ComponentProps<'input'> {
  error: string | undefined;
}

function CellInput({ error, ...input }: CellInputProps) {
  return (
    <>
      <input
        className={classes.cell}
        aria-invalid={error !== undefined}
        autoComplete="off"
        {...input}
      />
      {error && (
        <Text span c="var(--red-fg)" display="block" pt="s2" px="s10" pb="s6" size="meta">
          {error}
        </Text>
      )}
    </>
  );
}

interface GridEdits {
  kind: EntityKind;
  names: readonly string[] | undefined;
  change: (row: number, name: string, value: string) => void;
  paste: (row: number, column: number) => (event: ClipboardEvent<HTMLInputElement>) => void;
  onKeyDown: (row: number, column: number) => (event: KeyboardEvent<HTMLInputElement>) => void;
}

const gridColumns = ({ kind, names, change, paste, onKeyDown }: GridEdits): Column<GridRow>[] => [
  {
    id: 'row',
    header: names ? 'Name' : 'Row',
    rowHeader: true,
    width: names ? COLUMN_PX : 64,
    cell: ({ index }) => names?.[index] ?? index + 1,
  },
  ...columnsOf(kind).map(({ name, label: heading, required }, column) => ({
    id: name,
    header: required ? `${heading} *` : heading,
    width: COLUMN_PX,
    className: classes.gridCell,
    cell: (row: GridRow) => (
      <CellInput
        data-cell={`${row.index}-${column}`}
        aria-label={`${heading}, ${row.name}`}
        error={row.errors?.[name]}
        placeholder={row.masked?.[name]}
        value={row.cells[name] ?? ''}
        onChange={(event) => change(row.index, name, event.currentTarget.value)}
        onPaste={paste(row.index, column)}
        onKeyDown={onKeyDown(row.index, column)}
      />
    ),
  })),
];

/** A spreadsheet of entities of one kind, with one row per entity. */
export function EntityGrid(props: EntityGridProps) {
  const { label, kind, rows, errors, names, masked, most, onChange } = props;
  const { table, onKeyDown } = useCellKeys();
  const change = (row: number, name: string, value: string) =>
    onChange(rows.map((cells, index) => (index === row ? { ...cells, [name]: value } : cells)));
  const paste = (row: number, column: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const next = pasteRows(rows, kind, { row, column }, text, most);
    onChange(next);
    announce(`${next.filter((cells) => !isEmpty(cells)).length} rows`);
  };
  const columns = gridColumns({ kind, names, change, paste, onKeyDown });
  const gridRows = rows.map((cells, index) => ({
    index,
    name: names?.[index] ?? `row ${index + 1}`,
    cells,
    errors: errors[index],
    masked: masked?.[index],
  }));
  return (
    <section ref={table} aria-label={label} style={{ marginTop: 'var(--space-16)' }}>
      <DataTable
        label={label}
        rows={gridRows}
        rowId={rowId}
        columns={columns}
        density="dense"
        narrow="scroll"
      />
    </section>
  );
}
