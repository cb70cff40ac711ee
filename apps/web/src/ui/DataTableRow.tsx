import { memo, type ReactNode } from 'react';
import { useScrollIdle } from '../lib/useScrollIdle.ts';
import classes from './DataTable.module.css';
import type { Column, DataTableProps } from './dataTableTypes.ts';
import type { Measure } from './VirtualRows.tsx';

interface SelectBoxProps {
  label: string;
  checked: boolean;
  mixed?: boolean;
  disabled?: boolean;
  reachable: boolean;
  onChange: (range: boolean) => void;
}

export function SelectBox({
  label,
  checked,
  mixed = false,
  disabled,
  reachable,
  onChange,
}: SelectBoxProps) {
  return (
    <label className={classes.select}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        checked={checked}
        disabled={disabled}
        tabIndex={reachable ? undefined : -1}
        aria-label={label}
        onChange={() => undefined}
        onClick={(event) => onChange(event.shiftKey)}
      />
    </label>
  );
}

interface CellProps {
  column: Pick<Column<never>, 'rowHeader' | 'align' | 'hideBelow' | 'phone' | 'className'>;
  children: ReactNode;
}

function Cell({ column, children }: CellProps) {
  const Tag = column.rowHeader ? 'th' : 'td';
  return (
    <Tag
      {...(column.rowHeader && { scope: 'row' })}
      className={column.className}
      data-align={column.align}
      data-hide={column.hideBelow}
      data-phone={column.phone ?? (column.rowHeader ? 'title' : 'line')}
    >
      {children}
    </Tag>
  );
}

interface RowProps<Row> {
  item: Row;
  id: string;
  name: string;
  line: number;
  measure: Measure | undefined;
  columns: readonly Column<Row>[];
  selected: boolean | undefined;
  selectable: boolean;
  tabIndex: 0 | -1 | undefined;
  rowProps: DataTableProps<Row>['rowProps'];
  Row: DataTableProps<Row>['Row'];
  instead: DataTableProps<Row>['instead'];
  onSelect: (id: string, range: boolean) => void;
  onFocus: (id: string) => void;
}

/** Memoized: the table renders on every scroll, a row only when it changes. */
export const DataRow = memo(function DataRow<Row extends object>(props: RowProps<Row>) {
  const { item, id, columns, selected, tabIndex } = props;
  const still = useScrollIdle();
  const form = props.instead?.(item);
  const attributes = {
    ref: props.measure,
    'data-index': props.line,
    'data-id': id,
    'data-selected': selected || undefined,
    className: classes.row,
    ...(tabIndex !== undefined && { tabIndex, onFocus: () => props.onFocus(id) }),
    ...(tabIndex !== undefined && selected !== undefined && { 'aria-selected': selected }),
    ...props.rowProps?.(item),
  };
  const cells = !form ? (
    columns.map((column) => (
      <Cell key={column.id} column={column}>
        {column.rowHeader && selected !== undefined && (
          <SelectBox
            label={`Select ${props.name}`}
            checked={selected}
            disabled={!props.selectable}
            reachable={tabIndex === undefined}
            onChange={(range) => props.onSelect(id, range)}
          />
        )}
        {still || !column.scrolling ? column.cell(item) : column.scrolling(item)}
      </Cell>
    ))
  ) : (
    <td colSpan={columns.length} data-phone="full">
      {form}
    </td>
  );
  const { Row } = props;
  if (!Row) return <tr {...attributes}>{cells}</tr>;
  return (
    <Row item={item} {...attributes}>
      {cells}
    </Row>
  );
}) as <Row extends object>(props: RowProps<Row>) => ReactNode;
