import type { ComponentProps, ComponentType, ReactNode, Ref } from 'react';
import type { Selection } from '../lib/useRowSelection.ts';

/**
 * The place of a cell when the table is too narrow for columns and each row becomes a card. `beside` is beside the
 * title.
 */
export type PhonePlace = 'title' | 'beside' | 'end' | 'line' | 'full' | 'push' | 'hidden';

export interface Column<Row> {
  id: string;
  header: string;
  /** Hides the heading visually, for columns of buttons. Screen readers still read it. */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** A cheaper cell for rows that appear while the page scrolls. */
  scrolling?: (row: Row) => ReactNode;
  /** A number of pixels, or a percentage such as '20%'. Columns without a width share the rest. */
  width?: number | string;
  align?: 'right';
  /** Makes the cell the header of its row; usually set on the first column. */
  rowHeader?: boolean;
  /** Hides the column when the table is narrow: 'md' below 980 px, 'sm' below 860 px, 'xs' below 760 px. */
  hideBelow?: 'md' | 'sm' | 'xs';
  phone?: PhonePlace;
  /** Makes the column sortable by this value in the browser. */
  sortValue?: (row: Row) => string | number | undefined;
  /** The server sorts the column. The header shows the direction and, with `onChange`, requests the other one. */
  order?: {
    direction: 'asc' | 'desc';
    onChange?: ((direction: 'asc' | 'desc') => void) | undefined;
  };
  className?: string | undefined;
}

/** Keys on a focused row. Arrow keys, Home and End are built in. */
export interface RowKeyboard<Row> {
  onFocus?: (row: Row) => void;
  keys?: Record<string, (row: Row) => void>;
}

export interface RowShellProps<Row> extends ComponentProps<'tr'> {
  item: Row;
}

export interface DataTableHandle<Row> {
  /** The row that an event came from. */
  rowOf: (event: globalThis.KeyboardEvent | undefined) => { row: Row; index: number } | undefined;
  rowAt: (index: number) => Row | undefined;
  focus: (index: number) => void;
}

export interface DataTableProps<Row> {
  label: string;
  /** Undefined until the rows are loaded; `fallback` is shown in the meantime. */
  rows: readonly Row[] | undefined;
  /** Must be stable, like `columns`, because rows re-render when it changes. */
  rowId: (row: Row) => string;
  rowName?: (row: Row) => string;
  columns: readonly Column<Row>[];
  fallback?: ReactNode;
  empty?: ReactNode;
  /** Headings of groups, keyed by the id of the row below the heading. */
  headings?: ReadonlyMap<string, ReactNode>;
  /** 'bare' has neither borders nor fixed heights: for bar charts and for tables that only screen readers read. */
  density?: 'bare' | 'dense' | 'comfortable';
  /** Hides the header row visually, for a table whose columns are clear from the heading above it. */
  headHidden?: boolean;
  frame?: 'card' | 'none';
  /**
   * The layout on a phone: a card for each row, columns that scroll sideways as in a spreadsheet, or columns that
   * fit.
   */
  narrow?: 'cards' | 'scroll' | 'fit';
  /** The header stays in view below this offset. */
  stickyTop?: string;
  selection?: Selection | undefined;
  selectAllLabel?: string;
  isSelectable?: (row: Row) => boolean;
  keyboard?: RowKeyboard<Row>;
  /** Attributes of a row, such as aria-current. Must be stable. */
  rowProps?: (row: Row) => ComponentProps<'tr'>;
  /** Renders the `tr` if a row needs hooks of its own, for example to be a drop target. */
  Row?: ComponentType<RowShellProps<Row>>;
  /** Replaces all cells of a row, for example by a form that edits the row. Must be stable. */
  instead?: (row: Row) => ReactNode;
  /** A row above all others, for example a form that adds one. */
  lead?: ReactNode;
  onNearEnd?: () => void;
  ref?: Ref<DataTableHandle<Row>>;
}
