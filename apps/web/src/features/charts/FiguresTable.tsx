import { VisuallyHidden } from '@mantine/core';
import type { Column } from '../../ui/dataTableTypes.ts';
import { DataTable } from '../../ui/DataTable.tsx';

interface FiguresTableProps<Row> {
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  columns: readonly Column<Row>[];
}

/** The figures of a chart as a table, for screen readers. */
export function FiguresTable<Row extends object>(props: FiguresTableProps<Row>) {
  return (
    <VisuallyHidden>
      <DataTable {...props} density="bare" frame="none" narrow="fit" />
    </VisuallyHidden>
  );
}
