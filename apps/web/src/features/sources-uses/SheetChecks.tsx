import { availableOf, type Sheet, type SheetTotals } from '@cairn/contract/sources-uses-terms';
import { Box, Flex, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatMoney } from '../../lib/format/money.ts';
import { formatShare } from './SheetShares.tsx';

interface Check {
  title: string;
  text: string;
  isMet: boolean;
}

/** The equity share that lenders usually require for a purchase or a start-up. */
const USUAL_EQUITY = 0.1;

function checksOf(sheet: Sheet, totals: SheetTotals, loanAmount: number | null): Check[] {
  const lent = availableOf(sheet, 'LOAN');
  const share = totals.totalSources > 0 ? availableOf(sheet, 'EQUITY') / totals.totalSources : 0;
  const isEven = totals.totalSources === totals.totalUses;
  return [
    {
      title: isEven ? 'Sources equal uses' : 'Sources do not equal uses',
      text: `${formatMoney(totals.totalSources)} and ${formatMoney(totals.totalUses)}`,
      isMet: isEven && totals.totalUses > 0,
    },
    {
      title: lent === loanAmount ? 'Loan amount matches' : 'Loan amount differs',
      text: `${formatMoney(lent)} here, ${formatMoney(loanAmount)} on this loan`,
      isMet: lent === loanAmount,
    },
    {
      title: `Equity injection ${formatShare(share)}`,
      text: 'Lenders usually ask for at least 10%',
      isMet: share >= USUAL_EQUITY,
    },
  ];
}

interface SheetChecksProps {
  sheet: Sheet;
  totals: SheetTotals;
  loanAmount: number | null;
}

export function SheetChecks({ sheet, totals, loanAmount }: SheetChecksProps) {
  return (
    <Box
      component="aside"
      aria-label="Checks"
      p="md"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      w={{ base: '100%', lg: '18rem' }}
      flex="none"
    >
      <Text component="h2" size="subsection" fw={600}>
        Total project cost
      </Text>
      <Text fz="1.5rem" fw={600}>
        {formatMoney(totals.totalUses)}
      </Text>
      <Text component="h2" size="subsection" fw={600} mt="lg" mb="s4">
        Checks
      </Text>
      <ul>
        {checksOf(sheet, totals, loanAmount).map(({ title, text, isMet }) => (
          <Flex
            key={title}
            component="li"
            gap="s10"
            py="s10"
            c={isMet ? 'var(--green-fg)' : 'var(--orange-fg)'}
          >
            {isMet ? (
              <IconCircleCheck size={17} stroke={1.7} aria-label="Met" />
            ) : (
              <IconAlertTriangle size={17} stroke={1.7} aria-label="Not met" />
            )}
            <div>
              <Text size="table" c="var(--ink)">
                {title}
              </Text>
              <Text size="meta" c="dimmed">
                {text}
              </Text>
            </div>
          </Flex>
        ))}
      </ul>
    </Box>
  );
}
