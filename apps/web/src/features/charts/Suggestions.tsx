import type { Charts } from '@cairn/contract';
import { Box, Group, Stack, Text } from '@mantine/core';
import type { Column } from '../../ui/dataTableTypes.ts';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { longMonth, NONE, shareOf, shortMonth } from './figures.ts';
import { FiguresTable } from './FiguresTable.tsx';

type Month = Charts['suggestions'][number];

const TICKS = [0, 25, 50, 75, 100];
const percent = ({ suggested, taken }: Month): string =>
  suggested === 0 ? NONE : `${Math.round(shareOf(taken, suggested))}%`;

const monthOf = ({ month }: Month): string => month;
const COLUMNS: Column<Month>[] = [
  { id: 'month', header: 'Month', rowHeader: true, cell: ({ month }) => longMonth(month) },
  { id: 'share', header: 'Accepted', cell: percent },
  { id: 'suggested', header: 'Files with a suggestion', cell: ({ suggested }) => suggested },
];

function Bar({ month: { month, suggested, taken } }: { month: Month }) {
  return (
    <Stack align="center" gap={0} pos="relative" flex={1}>
      <Stack gap={0} justify="flex-end" w="min(1.375rem, 60%)" h="100%">
        {taken > 0 && (
          <Box
            component="span"
            bdrs={3}
            bg="var(--ink)"
            style={{ height: `${shareOf(taken, suggested)}%` }}
          />
        )}
      </Stack>
      <Text component="span" size="meta" pos="absolute" top="calc(100% + 10px)" c="var(--ink-2)">
        {shortMonth(month)}
      </Text>
    </Stack>
  );
}

/** How often shoebox files are filed to the suggested request. */
export function Suggestions({ months }: { months: Month[] }) {
  const suggested = months.reduce((sum, month) => sum + month.suggested, 0);
  const takenCount = months.reduce((sum, month) => sum + month.taken, 0);
  const files = suggested === 1 ? '1 file' : `${suggested.toLocaleString('en-US')} files`;
  return (
    <Card
      title="Suggested filings accepted"
      text={`${Math.round(shareOf(takenCount, suggested))}% of ${files} filed with a suggestion`}
      empty={suggested === 0 ? 'No files were filed from a shoebox with a suggestion yet.' : null}
    >
      <div className={classes.plot} aria-hidden>
        {TICKS.map((tick) => (
          <span key={tick} className={classes.tick} style={{ bottom: `${tick}%` }}>
            <span>{tick}%</span>
          </span>
        ))}
        <Group align="stretch" wrap="nowrap" gap={0} pos="absolute" inset={0}>
          {months.map((month) => (
            <Bar key={month.month} month={month} />
          ))}
        </Group>
      </div>
      <FiguresTable
        label="Suggested filings accepted, by month"
        rows={months}
        rowId={monthOf}
        columns={COLUMNS}
      />
    </Card>
  );
}
