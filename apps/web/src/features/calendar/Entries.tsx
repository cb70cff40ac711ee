import { Box, Center, Stack, Text } from '@mantine/core';
import type { CalendarDay, CalendarEntry } from '@cairn/contract';
import { IconClockExclamation, IconFileText, IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import classes from './Calendar.module.css';
import { eventLabel, urgencyOf } from './entryLabels.ts';
import { RowList, rowLink } from '../../ui/RowList.tsx';

const ICONS = { CLOSE: IconFlag, DUE: IconFileText, EXPIRES: IconClockExclamation };

/** Link to the loan, or to the document in the loan's package. */
const wayTo = ({ kind, id, loanId, folderId }: CalendarEntry) => ({
  to: routes.loan,
  params: { loanId },
  search:
    kind === 'CLOSE'
      ? {}
      : { view: 'package' as const, ...(folderId !== null && { folder: folderId }), item: id },
});

export const keyOf = ({ kind, id }: CalendarEntry): string => `${kind} ${id}`;

interface EntryProps {
  entry: CalendarEntry;
  day: string;
  now: string;
}

interface ChipProps extends EntryProps {
  /** Maximum lines of the title. With more than one, the loan's name is shown too. */
  lines: number;
}

/** An entry in a square of the month. It is no tab stop, because the grid moves the focus by day. */
export function Chip({ entry, day, now, lines }: ChipProps) {
  const Icon = ICONS[entry.kind];
  const loan = entry.kind === 'CLOSE' ? '' : entry.loanName;
  return (
    <Link
      {...wayTo(entry)}
      className={classes.chip ?? ''}
      tabIndex={-1}
      data-kind={entry.kind}
      data-urgency={urgencyOf(entry, day, now)}
      title={[`${eventLabel(entry, day, now)}: ${entry.title}`, loan].filter(Boolean).join(', ')}
    >
      <Icon size={13} stroke={1.7} aria-hidden />
      <Box component="span" miw={0}>
        <Text
          component="span"
          display={lines === 1 ? 'block' : undefined}
          inherit
          {...(lines === 1 ? { truncate: true } : { lineClamp: lines })}
        >
          {entry.title}
        </Text>
        {lines > 1 && loan && (
          <Text component="span" display="block" truncate inherit>
            {loan}
          </Text>
        )}
      </Box>
    </Link>
  );
}

function Line({ entry, day, now }: EntryProps) {
  const Icon = ICONS[entry.kind];
  const urgency = urgencyOf(entry, day, now);
  return (
    <li>
      <Link {...wayTo(entry)} className={rowLink} data-entry>
        <Center
          component="span"
          className={classes.tile}
          flex="none"
          w={30}
          h={30}
          bdrs="sm"
          data-kind={entry.kind}
          data-urgency={urgency}
        >
          <Icon size={16} stroke={1.7} aria-hidden />
        </Center>
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Text component="span" size="table" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {entry.title}
          </Text>
          <span className={classes.note}>
            <span data-urgency={urgency}>{eventLabel(entry, day, now)}</span>
            {entry.kind !== 'CLOSE' && <span className={classes.loan}>{entry.loanName}</span>}
          </span>
        </Stack>
        {entry.waitsOnMe && (
          <Text
            component="span"
            size="meta"
            fw={500}
            flex="none"
            py="s2"
            px="xs"
            bdrs="sm"
            bg="var(--accent-soft)"
            c="var(--accent-text)"
          >
            For you
          </Text>
        )}
      </Link>
    </li>
  );
}

export function Lines({ day, now }: { day: CalendarDay; now: string }) {
  return (
    <RowList>
      {day.entries.map((entry) => (
        <Line key={keyOf(entry)} entry={entry} day={day.date} now={now} />
      ))}
    </RowList>
  );
}
