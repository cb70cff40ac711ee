import type { ComponentProps, ComponentType, ReactNode, Ref } from 'react';
import type { Selection } from '../lib/useRowSelection.ts';

/** Where a cell goes when the table is too narrow for columns and each row becomes a card; `beside` is beside the title. */
export type PhonePlace = 'title' | 'beside' | 'end' | 'line' | 'full' | 'push' | 'hidden';

export interface Column<Row> {
  id: string;
  header: string;
  /** Hides the heading from the eye, for columns of buttons; screen readers still read it. */
  headerHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** A cheaper cell for rows that appear while the page scrolls. */
  scrolling?: (row: Row) => ReactNode;
  /** In pixels, or a share such as '20%'. Columns without a width share the rest. */
  width?: number | string;
  align?: 'right';
  /** Names the row: the first column, as a rule. */
  rowHeader?: boolean;
  /** Leaves first as the table gets narrower: 'md' below 980 px, 'sm' below 860 px, 'xs' below 760 px. */
  hideBelow?: 'md' | 'sm' | 'xs';
  phone?: PhonePlace;
  /** Sortable by this value, in the browser. */
  sortValue?: (row: Row) => string | number | undefined;
  /** Sorted by the server: shows the direction, and asks for the other one where it can. */
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
  /** The row an event came from. */
  rowOf: (event: globalThis.KeyboardEvent | undefined) => { row: Row; index: number } | undefined;
  rowAt: (index: number) => Row | undefined;
  focus: (index: number) => void;
}

export interface DataTableProps<Row> {
  label: string;
  /** Undefined until they are loaded; `fallback` is shown in their place. */
  rows: readonly Row[] | undefined;
  /** Must be stable, like `columns`: rows are drawn again when it changes. */
  rowId: (row: Row) => string;
  rowName?: (row: Row) => string;
  columns: readonly Column<Row>[];
  fallback?: ReactNode;
  empty?: ReactNode;
  /** Headings of groups, by the id of the row they are above. */
  headings?: ReadonlyMap<string, ReactNode>;
  /** 'bare' has neither lines nor fixed heights: for bars and for tables that only screen readers read. */
  density?: 'bare' | 'dense' | 'comfortable';
  /** Hides the header row from the eye, for a table below a heading that says enough. */
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
  /** Draws the `tr` where a row has hooks of its own: a drop target, for example. */
  Row?: ComponentType<RowShellProps<Row>>;
  /** Takes the place of all cells: a form that edits the row. Must be stable. */
  instead?: (row: Row) => ReactNode;
  /** A line above all rows: a form that adds one. */
  lead?: ReactNode;
  onNearEnd?: () => void;
  ref?: Ref<DataTableHandle<Row>>;
}
