import type { Charts } from '@cairn/contract';
import { Box, Flex, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { formatMoney, formatMoneyShort } from '../../lib/format/money.ts';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { longMonth, shareOf, shortMonth, ticksOf } from './figures.ts';

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
    <span data-colour="ink">Closed</span>
    <span data-colour="amber">In closing</span>
  </Flex>
);

/** "$2.5M" needs its half; "$4.0M" does not. */
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

function AsTable({ months }: { months: Month[] }) {
  return (
    <VisuallyHidden>
      <table>
        <caption>Volume closed by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Loans closed</th>
            <th scope="col">Closed</th>
            <th scope="col">In closing</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, loans, closed, inClosing }) => (
            <tr key={month}>
              <th scope="row">{longMonth(month)}</th>
              <td>{loans}</td>
              <td>{formatMoney(closed)}</td>
              <td>{formatMoney(inClosing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}

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
      <AsTable months={months} />
    </Card>
  );
}
