import type { CalendarDay } from '@cairn/contract';
import { Center, Text, VisuallyHidden } from '@mantine/core';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './Calendar.module.css';
import { Chip, keyOf } from './Entries.tsx';
import { longDay, monthAndYear, monthOf, stepFrom, WEEKDAYS } from './month.ts';
import type { Calendar } from './useCalendar.ts';
import { countOf, restOf } from './entryLabels.ts';

/** The lines that fit into a square. If a day has more entries, the last line says how many are hidden. */
const ROOM = 4;
/** Fewer entries leave more lines for each title. */
const linesOf = (count: number) => Math.max(1, ROOM - count);
const shownOf = ({ entries, total }: CalendarDay) =>
  entries.slice(0, total > ROOM ? ROOM - 1 : ROOM);

interface SquareProps {
  calendar: Calendar;
  date: string;
  onOpen: () => void;
}

function Square({ calendar, date, onOpen }: SquareProps) {
  const { day: chosen, month, now, days, goTo } = calendar;
  const day = days.get(date);
  const entries = day ? shownOf(day) : [];
  const rest = day ? restOf(day, entries.length) : null;
  return (
    <td
      className={clsx(classes.square, monthOf(date) !== month && classes.outside)}
      aria-selected={date === chosen}
      aria-current={date === now ? 'date' : undefined}
      tabIndex={date === chosen ? 0 : -1}
      data-date={date}
      onClick={() => goTo(date)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <Center
        component="span"
        className={classes.number}
        inline
        miw={22}
        h={22}
        mb="s2"
        bdrs={11}
        aria-hidden
      >
        {Number(date.slice(8))}
      </Center>
      <VisuallyHidden>{`${longDay(date)}, ${countOf(day)}`}</VisuallyHidden>
      {entries.map((entry) => (
        <Chip
          key={keyOf(entry)}
          entry={entry}
          day={date}
          now={now}
          lines={linesOf(entries.length)}
        />
      ))}
      {rest && (
        <Text component="span" size="meta" py={0} px="s6" c="var(--ink-2)">
          {rest}
        </Text>
      )}
    </td>
  );
}

interface MonthGridProps {
  calendar: Calendar;
  /** Called for Enter on a day: moves the focus to that day's entries. */
  onOpen: () => void;
}

/** One day has the focus. The arrow keys move it, across the edges of the month too. */
export function MonthGrid({ calendar, onOpen }: MonthGridProps) {
  const { day, month, weeks, goTo, query } = calendar;
  const grid = useRef<HTMLTableElement>(null);
  const stepping = useRef(false);
  useEffect(() => {
    // Moves the focus only after a key press: after a click on a month button the focus stays on the button.
    if (stepping.current) {
      grid.current?.querySelector<HTMLElement>(`[data-date="${day}"]`)?.focus();
    }
    stepping.current = false;
  }, [day]);
  const press = (event: KeyboardEvent) => {
    const next = stepFrom(day, event.key);
    if (next === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    stepping.current = true;
    goTo(next);
  };
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a month is a table
      role="grid"
      className={classes.month}
      aria-label={monthAndYear(`${month}-01`)}
      aria-busy={query.isPending}
      onKeyDown={press}
    >
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <Square key={date} calendar={calendar} date={date} onOpen={onOpen} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
