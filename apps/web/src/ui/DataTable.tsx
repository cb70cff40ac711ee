import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEventCallback } from '../lib/useEventCallback.ts';
import classes from './DataTable.module.css';
import { DataRow, SelectBox } from './DataTableRow.tsx';
import type { Column, DataTableProps } from './dataTableTypes.ts';
import type { BodyProps, Measure } from './VirtualRows.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const VirtualRows = lazy(() => import('./VirtualRows.tsx'));

/** Lists of up to this many lines render completely; longer lists render only the lines near the viewport. */
const PLAIN_LINES = 80;
/** The number of lines of a long list that render until the virtual body is loaded. */
const FIRST_LINES = 40;
/** The margin below the viewport within which the end of a short list counts as near. */
const NEAR_END = '0px 0px 800px';
const ROW_PX = { bare: 34, dense: 44, comfortable: 56 } as const;
const HEADING_PX = 34;

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const noop = () => undefined;

type Line = { heading: ReactNode; key: string } | { row: number; key: string };

function PlainRows({ keys, renderLine, onNearEnd }: BodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const last = body.current?.rows.item(keys.length - 1);
    if (!last) return undefined;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNearEnd();
      },
      { rootMargin: NEAR_END },
    );
    watcher.observe(last);
    return () => watcher.disconnect();
  }, [keys, onNearEnd]);
  return <tbody ref={body}>{keys.map((_, index) => renderLine(index))}</tbody>;
}

interface HeadCellProps {
  column: Column<never>;
  sorted: 'asc' | 'desc' | false;
  onSort: (() => void) | undefined;
  children?: ReactNode;
}

function HeadCell({ column, sorted, onSort, children }: HeadCellProps) {
  const Arrow = sorted === 'desc' ? IconArrowDown : IconArrowUp;
  const words = (
    <>
      {column.headerHidden ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
      {sorted && (
        <>
          {' '}
          <Arrow size={13} stroke={1.7} aria-hidden />
        </>
      )}
    </>
  );
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      data-align={column.align}
      data-hide={column.hideBelow}
      {...(sorted && { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
    >
      {children}
      {onSort ? (
        <button type="button" className={classes.sort} onClick={onSort}>
          {words}
        </button>
      ) : (
        words
      )}
    </th>
  );
}

/** The table for all lists: columns on a wide page, a card for each row on a narrow one. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows } = props;
  if (rows && (rows.length > 0 || props.lead)) return <Filled {...props} rows={rows} />;
  const instead = rows ? props.empty : props.fallback;
  if (props.frame === 'none') return instead;
  return <div className={classes.waiting}>{instead}</div>;
}

function Filled<Row extends object>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { rows, rowId, columns, selection, keyboard, ref } = props;
  const { density = 'comfortable', frame = 'card', narrow = 'cards', onNearEnd = noop } = props;
  const [sorting, setSorting] = useState<SortingState>([]);
  // Rows that are sorted by a column are no longer grouped, so their headings are left out.
  const headings = sorting.length === 0 ? props.headings : undefined;
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(
      () =>
        columns.map(({ id, sortValue }) => ({
          id,
          accessorFn: sortValue ?? noop,
          enableSorting: sortValue !== undefined,
          sortUndefined: 'last' as const,
          sortFn: (one: { getValue: (id: string) => unknown }, other: typeof one, by: string) =>
            compare(one.getValue(by), other.getValue(by)),
        })),
      [columns],
    ),
    getRowId: rowId,
    state: { sorting },
    onSortingChange: setSorting,
  });
  const models = table.getRowModel().rows;
  const ids = useMemo(() => models.map(({ id }) => id), [models]);
  const lines = useMemo(() => linesOf(ids, headings), [ids, headings]);
  const keys = useMemo(() => lines.map(({ key }) => key), [lines]);

  const element = useRef<HTMLTableElement>(null);
  const bring = useRef<(index: number) => void>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const knownIds = useMemo(() => new Set(ids), [ids]);
  const reachable = focused !== null && knownIds.has(focused) ? focused : ids[0];

  const onSelect = useEventCallback((id: string, range: boolean) => selection?.toggle(id, range));
  const onFocus = useEventCallback((id: string) => {
    setFocused(id);
    const row = models[ids.indexOf(id)];
    if (row) keyboard?.onFocus?.(row.original);
  });
  const find = useCallback((id: string) => {
    const row = element.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(id)}"]`);
    // A row that cannot take the focus contains a link or a button that can.
    return row?.hasAttribute('tabindex') ? row : row?.querySelector<HTMLElement>('a, button');
  }, []);
  const focusAt = useEventCallback((index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    const target = find(id);
    if (target) {
      target.focus({ preventScroll: true });
      target.closest('tr')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    bring.current?.(headings ? keys.indexOf(id) : index);
    if (keyboard) onFocus(id);
    // The row must render before it can take the focus.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => find(id)?.focus({ preventScroll: true })),
    );
  });
  const rowOf = useEventCallback((event: globalThis.KeyboardEvent | undefined) => {
    const target = event?.target instanceof Element ? event.target : null;
    const tr = target?.closest<HTMLElement>('tr[data-id]');
    if (!tr || !element.current?.contains(tr)) return undefined;
    const index = ids.indexOf(tr.dataset['id'] ?? '');
    const model = models[index];
    return model && { row: model.original, index };
  });
  const rowAt = useEventCallback((index: number) => models[index]?.original);
  useImperativeHandle(ref, () => ({ rowOf, rowAt, focus: focusAt }), [rowOf, rowAt, focusAt]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!keyboard || event.metaKey || event.ctrlKey || event.altKey) return;
    const at = ids.indexOf(reachable ?? '');
    const row = models[at];
    const onRow = (event.target as HTMLElement).tagName === 'TR';
    const step = (by: 1 | -1) => {
      // With Shift, both the current and the next row are added to the selection.
      if (event.shiftKey) selection?.add([ids[at], ids[at + by]]);
      focusAt(at + by);
    };
    const acts: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => focusAt(0),
      End: () => focusAt(ids.length - 1),
    };
    const ownKey = onRow && row && keyboard.keys?.[event.key];
    const act = ownKey ? () => ownKey(row.original) : acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const hideable = columns.filter(({ hideBelow }) => hideBelow !== undefined);
  const renderLine = (index: number, measure?: Measure) => {
    const line = lines[index];
    if (!line) return null;
    if ('heading' in line) {
      return (
        <tr key={line.key} ref={measure} data-index={index} className={classes.heading}>
          <th colSpan={columns.length - hideable.length} scope="rowgroup">
            {line.heading}
          </th>
          {/* Empty cells that are hidden together with their columns: a heading cell across all columns would keep
              the hidden columns in the layout and leave less width for the names. */}
          {hideable.map(({ id, hideBelow }) => (
            <td key={id} data-hide={hideBelow} aria-hidden />
          ))}
        </tr>
      );
    }
    const model = models[line.row];
    if (!model) return null;
    const { id, original } = model;
    return (
      <DataRow<Row>
        key={id}
        item={original}
        id={id}
        name={props.rowName?.(original) ?? id}
        line={index}
        measure={measure}
        columns={columns}
        selected={selection?.has(id)}
        selectable={props.isSelectable?.(original) ?? true}
        tabIndex={keyboard && (id === reachable ? 0 : -1)}
        rowProps={props.rowProps}
        Row={props.Row}
        instead={props.instead}
        onSelect={onSelect}
        onFocus={onFocus}
      />
    );
  };
  const body: BodyProps = {
    keys,
    height: (index) => ('heading' in (lines[index] ?? {}) ? HEADING_PX : ROW_PX[density]),
    renderLine,
    onNearEnd,
    bring,
  };
  const head = columns.map((column) => {
    const model = table.getColumn(column.id);
    const sorted = column.order?.direction ?? model?.getIsSorted() ?? false;
    const next = sorted === 'asc' ? 'desc' : 'asc';
    const change = column.order?.onChange;
    const sortHere = column.sortValue && (() => model?.toggleSorting(sorted === 'asc'));
    return (
      <HeadCell
        key={column.id}
        column={column}
        sorted={sorted}
        onSort={change ? () => change(next) : sortHere}
      >
        {column.rowHeader && selection && (
          <SelectBox
            label={props.selectAllLabel ?? 'Select all'}
            checked={selection.everything}
            mixed={selection.count > 0 && !selection.everything}
            reachable
            onChange={() => (selection.everything ? selection.clear() : selection.selectAll())}
          />
        )}
      </HeadCell>
    );
  });
  return (
    <div className={classes.holder} data-frame={frame} data-narrow={narrow}>
      {/* The rows take the focus; the table only handles their keyboard events. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={element}
        className={classes.table}
        aria-label={props.label}
        aria-rowcount={keys.length > PLAIN_LINES ? keys.length + 1 : undefined}
        data-density={density}
        data-head={props.headHidden ? 'hidden' : undefined}
        data-sticky={props.stickyTop !== undefined || undefined}
        data-selectable={selection ? true : undefined}
        style={{ '--table-top': props.stickyTop } as ComponentProps<'table'>['style']}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>{head}</tr>
        </thead>
        {props.lead && (
          <tbody>
            <tr className={classes.row}>
              <td colSpan={columns.length} data-phone="full">
                {props.lead}
              </td>
            </tr>
          </tbody>
        )}
        {keys.length <= PLAIN_LINES ? (
          <PlainRows {...body} />
        ) : (
          <Suspense fallback={<PlainRows {...body} keys={keys.slice(0, FIRST_LINES)} />}>
            <VirtualRows {...body} />
          </Suspense>
        )}
      </table>
    </div>
  );
}

function linesOf(ids: readonly string[], headings: ReadonlyMap<string, ReactNode> | undefined) {
  return ids.flatMap((id, row): Line[] => {
    const heading = headings?.get(id);
    const line = { row, key: id };
    return heading === undefined ? [line] : [{ heading, key: `${id}-heading` }, line];
  });
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), 'en-US', { numeric: true });
}
