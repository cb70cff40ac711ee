import type { CreditReport } from '@cairn/contract';
import { CREDIT_SERVICE_NAMES } from '@cairn/contract/credit-terms';
import { CREDIT_TIERS } from '@cairn/contract/field-checks';
import { Box, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconFlag } from '@tabler/icons-react';
import { formatDate, formatDay } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { useCall } from '../../lib/useCall.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';

const money = (amount: number | null): string => (amount === null ? '—' : formatMoney(amount));
const count = (number: number | null): string => (number === null ? '—' : String(number));

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="meta" c="dimmed">
        {label}
      </Text>
      <Text component="dd" fw={600}>
        {value}
      </Text>
    </div>
  );
}

function Score({ report }: { report: CreditReport }) {
  const { summary } = report;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4 }} spacing="md">
      <Fact
        label={`Score (${report.scoreModel ?? 'model not named'})`}
        value={count(report.score)}
      />
      <Fact
        label="Credit rating"
        value={report.creditTier ? CREDIT_TIERS[report.creditTier] : '—'}
      />
      <Fact label="Score factors" value={report.factors.join(', ') || '—'} />
      <Fact label="Accounts" value={count(summary.trades)} />
      <Fact label="Balance" value={money(summary.balance)} />
      <Fact label="Past due" value={money(summary.pastDue)} />
      <Fact label="Monthly payments" value={money(summary.monthlyPayment)} />
      <Fact label="Public records" value={count(summary.publicRecords)} />
      <Fact label="Collections" value={count(summary.collections)} />
      <Fact label="Inquiries" value={count(summary.inquiries)} />
    </SimpleGrid>
  );
}

function Trades({ trades }: Pick<CreditReport, 'trades'>) {
  return (
    <Box component="ul" aria-label="Accounts">
      {trades.map((trade, index) => (
        <Group
          // Two accounts with the same creditor can be equal, so their index is the key.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          key={index}
          component="li"
          justify="space-between"
          py="xs"
          style={{ borderTop: 'var(--border)' }}
        >
          <div>
            <Text fw={600}>{trade.creditor}</Text>
            <Text size="meta" c="dimmed">
              {[
                trade.kind,
                trade.opened && `opened ${formatDay(trade.opened)}`,
                trade.closed && `closed ${formatDay(trade.closed)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <Text size="table">
            {money(trade.balance)}
            {trade.limit ? ` of ${money(trade.limit)}` : ''}
            {trade.pastDue ? ` · ${money(trade.pastDue)} past due` : ''}
          </Text>
        </Group>
      ))}
    </Box>
  );
}

function Flags({ flags }: Pick<CreditReport, 'flags'>) {
  return (
    <Box component="ul" aria-label="Quick flags">
      {flags.map(({ name, raised }) => (
        <Group
          key={name}
          component="li"
          justify="space-between"
          py="xs"
          style={{ borderTop: 'var(--border)' }}
        >
          <Text>{name}</Text>
          {raised ? (
            <StatusChip hue="orange" icon={IconFlag} label="Raised" />
          ) : (
            <StatusChip hue="gray" icon={IconCircleCheck} label="Clear" />
          )}
        </Group>
      ))}
    </Box>
  );
}

/** The audit log records each opening of a report, which is why the report is loaded only here. */
export default function CreditReportDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useCall('getCreditReport', { params: { id } });
  const { data: report } = query;
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={report ? `${report.name}: ${CREDIT_SERVICE_NAMES[report.service]}` : 'Credit report'}
    >
      {report ? (
        <Stack gap="md">
          <Text size="meta" c="dimmed">
            Received {formatDate(report.createdDate)}. Confidential: do not forward it to the
            borrower.
          </Text>
          {report.service === 'TRANSUNION' ? (
            <>
              <Score report={report} />
              <Trades trades={report.trades} />
            </>
          ) : (
            <Flags flags={report.flags} />
          )}
        </Stack>
      ) : (
        <QueryFallback
          query={query}
          loading="Loading the report"
          failed="The report could not be loaded"
        />
      )}
    </Modal>
  );
}
