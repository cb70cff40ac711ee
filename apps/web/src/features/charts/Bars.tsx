import type { Charts } from '@cairn/contract';
import { REJECTION_REASONS } from '@cairn/contract/element-terms';
import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import classes from './Charts.module.css';
import { inDays, shareOf } from './figures.ts';

interface BarProps {
  name: string;
  value: number | null;
  /** The same, a year before: a stroke across the bar. */
  before?: number | null;
  top: number;
  said: string;
}

function Bar({ name, value, before = null, top, said }: BarProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <Group component="span" wrap="nowrap" gap="sm" pos="relative">
          <Box
            component="span"
            pos="relative"
            flex={1}
            h={13}
            bdrs={3}
            bg="var(--sunken)"
            aria-hidden
          >
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
      </td>
    </tr>
  );
}

interface BarTableProps {
  label: string;
  heads: readonly [string, string];
  children: ReactNode;
}

/** A table that looks like bars: who hears it hears names and numbers. */
function BarTable({ label, heads, children }: BarTableProps) {
  return (
    <table className={classes.barTable} aria-label={label}>
      <thead className={classes.unseen}>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type Phase = Charts['daysInPhase'][number];

export function DaysInPhase({ phases }: { phases: Phase[] }) {
  const known = phases.flatMap(({ now, before }) => [now, before]).filter((each) => each !== null);
  const top = Math.max(...known, 1);
  return (
    <Card
      title="Median days in phase"
      text="Last 90 days, compared with the previous year"
      empty={known.length === 0 ? 'No loans left a phase in this period.' : null}
    >
      <BarTable label="Median days in phase" heads={['Phase', 'Days']}>
        {phases.map((phase) => (
          <Bar
            key={phase.id}
            name={phase.name}
            value={phase.now}
            before={phase.before}
            top={top}
            said={inDays(phase.now)}
          />
        ))}
      </BarTable>
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
  const top = Math.max(...reasons.map(({ documents }) => documents), 1);
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
      <BarTable label="Rejection reasons" heads={['Reason', 'Documents']}>
        {reasons.map((reason) => (
          <Bar
            key={reason.code}
            name={nameOf(reason)}
            value={reason.documents}
            top={top}
            said={reason.documents.toLocaleString('en-US')}
          />
        ))}
      </BarTable>
    </Card>
  );
}
