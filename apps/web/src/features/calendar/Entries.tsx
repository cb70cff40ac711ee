import type { CalendarDay, CalendarEntry } from '@cairn/contract';
import { IconClockExclamation, IconFileText, IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import classes from './Calendar.module.css';
import { happens, urgencyOf } from './words.ts';

const ICONS = { CLOSE: IconFlag, DUE: IconFileText, EXPIRES: IconClockExclamation };

/** The loan, or the document where it stands in the loan's package. */
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

/** A line in a square of the month: the arrow keys go by day, so that Tab does not stop at each. */
export function Chip({ entry, day, now }: EntryProps) {
  const Icon = ICONS[entry.kind];
  return (
    <Link
      {...wayTo(entry)}
      className={classes.chip ?? ''}
      tabIndex={-1}
      data-kind={entry.kind}
      data-urgency={urgencyOf(entry, day, now)}
      title={`${happens(entry, day, now)}: ${entry.title}`}
    >
      <Icon size={13} stroke={1.7} aria-hidden />
      <span className={classes.chipTitle}>{entry.title}</span>
    </Link>
  );
}

function Line({ entry, day, now }: EntryProps) {
  const Icon = ICONS[entry.kind];
  const urgency = urgencyOf(entry, day, now);
  return (
    <li>
      <Link {...wayTo(entry)} className={classes.line ?? ''} data-entry>
        <span className={classes.tile} data-kind={entry.kind} data-urgency={urgency}>
          <Icon size={16} stroke={1.7} aria-hidden />
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{entry.title}</span>
          <span className={classes.note}>
            <span data-urgency={urgency}>{happens(entry, day, now)}</span>
            {entry.kind !== 'CLOSE' && <span className={classes.loan}>{entry.loanName}</span>}
          </span>
        </span>
        {entry.waitsOnMe && <span className={classes.mine}>For you</span>}
      </Link>
    </li>
  );
}

export function Lines({ day, now }: { day: CalendarDay; now: string }) {
  return (
    <ul className={classes.lines}>
      {day.entries.map((entry) => (
        <Line key={keyOf(entry)} entry={entry} day={day.date} now={now} />
      ))}
    </ul>
  );
}
