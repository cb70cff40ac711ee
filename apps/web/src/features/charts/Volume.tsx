import type { Charts } from '@cairn/contract';
import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { formatMoney, formatMoneyShort } from '../../lib/format/money.ts';
import type { Column } from '../../ui/dataTableTypes.ts';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { longMonth, shareOf, shortMonth, ticksOf } from './figures.ts';
import { FiguresTable } from './FiguresTable.tsx';

type Month = Charts['volume'][number];

const Legend = (
  <Flex
    component="p"
    className={classes.legend}
    gap="sm"
    fz="meta"
    lh="meta"
    c="var(--ink-2)"
    aria-hidden
  >
    <span data-color="ink">Closed</span>
    <span data-color="amber">In closing</span>
  </Flex>
);

/** Drops a zero decimal: "$2.5M", but "$4M" instead of "$4.0M". */
const mark = (amount: number): string => formatMoneyShort(amount).replace('.0', '');

function Bar({ month, top }: { month: Month; top: number }) {
  const { closed, inClosing } = month;
  return (
    <Stack align="center" gap={0} pos="relative" flex={1}>
      <Stack gap={0} justify="flex-end" w="min(1.375rem, 60%)" h="100%">
        {inClosing > 0 && (
          <Box
            component="span"
            bdrs={3}
            bg="var(--accent)"
            style={{ height: `${shareOf(inClosing, top)}%` }}
          />
        )}
        {closed > 0 && (
          <Box
            component="span"
            bdrs={3}
            bg="var(--ink)"
            style={{ height: `${shareOf(closed, top)}%` }}
          />
        )}
      </Stack>
      <Text component="span" size="meta" pos="absolute" top="calc(100% + 10px)" c="var(--ink-2)">
        {shortMonth(month.month)}
      </Text>
    </Stack>
  );
}

const monthOf = ({ month }: Month): string => month;
const COLUMNS: Column<Month>[] = [
  { id: 'month', header: 'Month', rowHeader: true, cell: ({ month }) => longMonth(month) },
  { id: 'loans', header: 'Loans closed', cell: ({ loans }) => loans },
  { id: 'closed', header: 'Closed', cell: ({ closed }) => formatMoney(closed) },
  { id: 'inClosing', header: 'In closing', cell: ({ inClosing }) => formatMoney(inClosing) },
];

export function Volume({ months }: { months: Month[] }) {
  const largest = Math.max(...months.map(({ closed, inClosing }) => closed + inClosing));
  const ticks = ticksOf(largest);
  const top = ticks.at(-1)!;
  return (
    <Card
      title="Volume closed"
      text="Dollars by month, including loans in closing"
      aside={Legend}
      empty={largest === 0 ? 'No loans closed in these months.' : null}
    >
      <div className={classes.plot} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${shareOf(tick, top)}%` }}>
            <span>{mark(tick)}</span>
          </span>
        ))}
        <Group align="stretch" wrap="nowrap" gap={0} pos="absolute" inset={0}>
          {months.map((month) => (
            <Bar key={month.month} month={month} top={top} />
          ))}
        </Group>
      </div>
      <FiguresTable
        label="Volume closed by month"
        rows={months}
        rowId={monthOf}
        columns={COLUMNS}
      />
    </Card>
  );
}
