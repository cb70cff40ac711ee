import {
  ENTITIES_MOST,
  ENTITY_KIND_CODES,
  ENTITY_KINDS,
  ENTITY_LABEL_CODES,
  ENTITY_LABELS,
  type EntityKind,
  type EntityLabel,
} from '@cairn/contract/entity-fields';
import { Button, NativeSelect } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { announce } from '../../kit/announce.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import {
  type Cells,
  columnsOf,
  errorsIn,
  isEmpty,
  pasted,
  type RowErrors,
  rowErrorsOf,
} from './grid.ts';
import { SubPage } from './SubPage.tsx';
import classes from './Entities.module.css';

const START = 5;
const blank = (): Cells[] => Array.from({ length: START }, () => ({}));

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

export function BulkCreatePage() {
  const { loanId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const [kind, setKind] = useState<EntityKind>('INDIVIDUAL');
  const [label, setLabel] = useState<EntityLabel | ''>('');
  const [rows, setRows] = useState<Cells[]>(blank);
  const [errors, setErrors] = useState<RowErrors>({});
  const { table, onKeyDown } = useCellKeys();
  const columns = columnsOf(kind);
  const filled = rows.flatMap((row, index) => (isEmpty(row) ? [] : [index]));
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setErrors(rowErrorsOf(fieldErrors, filled));
    return Object.keys(fieldErrors).length > 0;
  };
  const create = useAction('bulkCreateEntity', { onFailure });

  const change = (row: number, name: string, value: string) =>
    setRows((now) =>
      now.map((cells, index) => (index === row ? { ...cells, [name]: value } : cells)),
    );
  const paste = (row: number, column: number) => (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const next = pasted(rows, kind, { row, column }, text, ENTITIES_MOST);
    setRows(next);
    announce(`${next.filter((cells) => !isEmpty(cells)).length} rows`);
  };
  const save = () => {
    const found = errorsIn(kind, rows);
    setErrors(found);
    if (Object.keys(found).length > 0) {
      announce(`${Object.keys(found).length} rows need another look`);
      return;
    }
    const body = filled.map((index) => ({
      type: kind,
      labels: label ? [label] : [],
      information: rows[index]!,
    }));
    create.mutate(
      { params: { loanId }, body },
      {
        onSuccess: ({ loanEntities }) => {
          toast.success(`${loanEntities.length} added, each with its folder`);
          void navigate({ to: routes.loan, params: { loanId }, search: { view: 'entities' } });
        },
      },
    );
  };

  return (
    <SubPage
      loanId={loanId}
      title="Add many"
      lead="Type, or paste from a spreadsheet. A first line with the names of the columns is understood."
      wide
    >
      <div className={classes.buttons}>
        <NativeSelect
          label="Kind"
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value as EntityKind);
            setErrors({});
          }}
          data={ENTITY_KIND_CODES.map((code) => ({ value: code, label: ENTITY_KINDS[code] }))}
        />
        <NativeSelect
          label="Part on this loan"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value as EntityLabel | '')}
          data={[
            { value: '', label: 'None' },
            ...ENTITY_LABEL_CODES.map((code) => ({ value: code, label: ENTITY_LABELS[code] })),
          ]}
        />
      </div>
      <section className={classes.scroller} aria-label="Rows to add">
        <table ref={table} className={classes.grid}>
          <thead>
            <tr>
              <th scope="col">Row</th>
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
                <th scope="row">{row + 1}</th>
                {columns.map(({ name, label: heading }, column) => {
                  const error = errors[row]?.[name];
                  return (
                    <td key={name}>
                      <input
                        className={classes.cell}
                        data-cell={`${row}-${column}`}
                        aria-label={`${heading}, row ${row + 1}`}
                        aria-invalid={error !== undefined}
                        autoComplete="off"
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
      <div className={classes.actions}>
        <Button
          variant="default"
          disabled={rows.length >= ENTITIES_MOST}
          onClick={() => setRows((now) => [...now, {}])}
        >
          Add a row
        </Button>
        <Button loading={create.isPending} disabled={filled.length === 0} onClick={save}>
          {filled.length === 1 ? 'Add 1 entity' : `Add ${filled.length} entities`}
        </Button>
      </div>
    </SubPage>
  );
}
