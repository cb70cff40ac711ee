import { Box, Flex, Text } from '@mantine/core';
import type { SheetSource } from '@cairn/contract/sources-uses-terms';
import { formatMoney } from '../../lib/format/money.ts';

/** Colors of the sources, for the mark beside the name and the section of the bar; they repeat after the last one. */
const COLORS = [
  'var(--ink)',
  'var(--ink-3)',
  'var(--accent)',
  'var(--blue-fg)',
  'var(--green-fg)',
  'var(--violet-fg)',
];
export const sourceColor = (at: number): string => COLORS[at % COLORS.length]!;

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
export const formatShare = (share: number): string => percent.format(share);

/** The share of each source, as a bar and as a list for screen readers. */
export function SheetShares({ sources }: { sources: readonly SheetSource[] }) {
  const total = sources.reduce((sum, { available }) => sum + available, 0);
  if (total === 0) return null;
  const shares = sources
    .map(({ name, available }, at) => ({ name, available, color: sourceColor(at), at }))
    .filter(({ available }) => available > 0);
  return (
    <Box mb="md">
      <Flex gap="s2" h={10} mb="s10" bdrs="xl" style={{ overflow: 'hidden' }} aria-hidden>
        {shares.map(({ at, color, available }) => (
          <Box key={at} bg={color} w={`${(available / total) * 100}%`} miw={2} />
        ))}
      </Flex>
      <Flex component="ul" aria-label="Share of each source" wrap="wrap" columnGap="lg" rowGap="s4">
        {shares.map(({ at, name, color, available }) => (
          <Flex key={at} component="li" align="center" gap="s6">
            <Box component="span" flex="none" w={8} h={8} bdrs="xl" bg={color} aria-hidden />
            <Text span size="table">
              {name} <b>{formatMoney(available)}</b>{' '}
              <Text span inherit c="dimmed">
                {formatShare(available / total)}
              </Text>
            </Text>
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}
