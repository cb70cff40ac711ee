import type { Charts } from '@cairn/contract';
import { REJECTION_REASONS } from '@cairn/contract/element-terms';
import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';

import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { inDays, shareOf } from './figures.ts';

interface BarRow {
  id: string;
  name: string;
  value: number | null;
  /** The previous year's value, drawn as a line across the bar. */
  before: number | null;
  said: string;
}

function Bar({ value, before, said, top }: BarRow & { top: number }) {
  return (
    <Group component="span" wrap="nowrap" gap="sm" pos="relative">
      <Box component="span" pos="relative" flex={1} h={13} bdrs={3} bg="var(--sunken)" aria-hidden>
        <span className={classes.fill} style={{ width: `${shareOf(value ?? 0, top)}%` }} />
        {before !== null && (
          <Box
            component="span"
            pos="absolute"
            w={2}
            ml={-1}
            bg="var(--ink)"
            style={{ insetBlock: '-0.125rem', left: `${shareOf(before, top)}%` }}
          />
        )}
      </Box>
      <Text component="span" size="table" fw={500} w={40} ta="right">
        {said}
      </Text>
      {before !== null && <VisuallyHidden>, previous year {inDays(before)}</VisuallyHidden>}
    </Group>
  );
}

interface BarTableProps {
  label: string;
  heads: readonly [name: string, value: string];
  rows: BarRow[];
}

const idOf = ({ id }: BarRow): string => id;
const barOf = (top: number) => (row: BarRow) => <Bar {...row} top={top} />;

/** A table drawn as bars, so that screen readers read names and numbers. */
function BarTable({ label, heads: [name, value], rows }: BarTableProps) {
  const top = Math.max(...rows.flatMap((row) => [row.value ?? 0, row.before ?? 0]), 1);
  const columns: Column<BarRow>[] = [
    {
      id: 'name',
      header: name,
      rowHeader: true,
      width: '38%',
      className: classes.barName,
      cell: (row) => row.name,
    },
    { id: 'value', header: value, cell: barOf(top) },
  ];
  return (
    <DataTable
      label={label}
      rows={rows}
      rowId={idOf}
      columns={columns}
      density="bare"
      frame="none"
      narrow="fit"
      headHidden
    />
  );
}

type Phase = Charts['daysInPhase'][number];

export function DaysInPhase({ phases }: { phases: Phase[] }) {
  const days = phases.flatMap(({ now, before }) => [now, before]).filter((each) => each !== null);
  return (
    <Card
      title="Median days in phase"
      text="Last 90 days, compared with the previous year"
      empty={days.length === 0 ? 'No loans left a phase in this period.' : null}
    >
      <BarTable
        label="Median days in phase"
        heads={['Phase', 'Days']}
        rows={phases.map(({ id, name, now, before }) => ({
          id,
          name,
          value: now,
          before,
          said: inDays(now),
        }))}
      />
      <Text className={classes.beforeKey} size="meta" mt="xs" c="var(--ink-2)" aria-hidden>
        Previous year
      </Text>
    </Card>
  );
}

type Reason = Charts['sentBack'][number];

const nameOf = ({ code }: Reason): string =>
  code === null ? 'Other reason' : REJECTION_REASONS[code].label;

export function SentBack({ reasons }: { reasons: Reason[] }) {
  const total = reasons.reduce((sum, { documents }) => sum + documents, 0);
  return (
    <Card
      title="Rejection reasons"
      text={
        total === 1
          ? '1 rejection in 180 days'
          : `${total.toLocaleString('en-US')} rejections in 180 days`
      }
      empty={total === 0 ? 'No documents were rejected.' : null}
    >
      <BarTable
        label="Rejection reasons"
        heads={['Reason', 'Documents']}
        rows={reasons.map((reason) => ({
          id: reason.code ?? 'other',
          name: nameOf(reason),
          value: reason.documents,
          before: null,
          said: reason.documents.toLocaleString('en-US'),
        }))}
      />
    </Card>
  );
}
