import type { EntityKind } from '@cairn/contract/entity-fields';
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { announce } from '../../kit/announce.ts';
import { type Cells, columnsOf, isEmpty, pasted, type RowErrors } from './grid.ts';
import classes from './Entities.module.css';

/** Arrows up and down, Enter and Tab go from cell to cell, as in a spreadsheet. */
function useCellKeys() {
  const table = useRef<HTMLTableElement>(null);
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
  /** What each row is called; its number, where it has no name yet. */
  names?: readonly string[];
  /** What is known and not shown, for each row: an empty cell leaves it as it is. */
  masked?: readonly Readonly<Record<string, string>>[];
  /** How many rows a paste may make. */
  most: number;
  onChange: (rows: Cells[]) => void;
}

/** Entities of one kind, a row each, as a spreadsheet has them. */
export function EntityGrid(props: EntityGridProps) {
  const { label, kind, rows, errors, names, masked, most, onChange } = props;
  const { table, onKeyDown } = useCellKeys();
  const columns = columnsOf(kind);
  const change = (row: number, name: string, value: string) =>
    onChange(rows.map((cells, index) => (index === row ? { ...cells, [name]: value } : cells)));
  const paste = (row: number, column: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const next = pasted(rows, kind, { row, column }, text, most);
    onChange(next);
    announce(`${next.filter((cells) => !isEmpty(cells)).length} rows`);
  };
  return (
    <section className={classes.scroller} aria-label={label}>
      <table ref={table} className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">{names ? 'Name' : 'Row'}</th>
            {columns.map(({ name, label: heading, required }) => (
              <th key={name} scope="col">
                {heading}
                {required ? ' *' : ''}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              <th scope="row">{names?.[row] ?? row + 1}</th>
              {columns.map(({ name, label: heading }, column) => {
                const error = errors[row]?.[name];
                return (
                  <td key={name}>
                    <input
                      className={classes.cell}
                      data-cell={`${row}-${column}`}
                      aria-label={`${heading}, ${names?.[row] ?? `row ${row + 1}`}`}
                      aria-invalid={error !== undefined}
                      autoComplete="off"
                      placeholder={masked?.[row]?.[name]}
                      value={cells[name] ?? ''}
                      onChange={(event) => change(row, name, event.currentTarget.value)}
                      onPaste={paste(row, column)}
                      onKeyDown={onKeyDown(row, column)}
                    />
                    {error && <span className={classes.cellError}>{error}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
