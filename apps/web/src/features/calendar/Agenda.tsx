import type { CalendarDay } from '@cairn/contract';
import { Box, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { type RefObject, useState } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import classes from './Calendar.module.css';
import { Lines } from './Entries.tsx';
import { longDay, monthName, monthOf, shortDay } from './month.ts';
import { type Calendar, useWholeDay } from './useCalendar.ts';
import { restOf } from './entryLabels.ts';

/** The days of the month itself, without those of the adjacent months that the grid shows. */
const daysOf = ({ days, month }: Calendar): CalendarDay[] =>
  [...days.values()].filter(({ date }) => monthOf(date) === month);

const TodayBadge = () => (
  <Text
    component="span"
    size="meta"
    fw={500}
    py={1}
    px={7}
    bdrs="sm"
    bg="var(--accent)"
    c="var(--on-accent)"
  >
    Today
  </Text>
);

function NothingInMonth({ calendar: { month, now, goTo } }: { calendar: Calendar }) {
  return (
    <EmptyState
      title={`Nothing due in ${monthName(`${month}-01`)}`}
      action={
        monthOf(now) !== month && (
          <Button variant="default" onClick={() => goTo(now)}>
            Go to today
          </Button>
        )
      }
    />
  );
}

/** Empty state of a day, with a link to the next day that has entries. */
function NothingOnDay({ calendar }: { calendar: Calendar }) {
  const next = [...calendar.days.keys()].find((date) => date > calendar.day);
  return (
    <Text component="div" size="table" p="md" c="var(--ink-2)">
      <p>Nothing on this day.</p>
      {next && (
        <UnstyledButton className={classes.next ?? ''} onClick={() => calendar.goTo(next)}>
          Next: {shortDay(next)}
        </UnstyledButton>
      )}
    </Text>
  );
}

interface DayPaneProps {
  calendar: Calendar;
  pane: RefObject<HTMLElement | null>;
}

/** Pane beside the month with all entries of the selected day. */
export function DayPane({ calendar, pane }: DayPaneProps) {
  const { day, days, now, companyId, query } = calendar;
  const whole = useWholeDay(days.get(day), companyId);
  const isEmpty = query.isSuccess && daysOf(calendar).length === 0;
  return (
    <Box
      ref={pane}
      data-pane
      component="section"
      pos="sticky"
      top={20}
      mah="calc(100vh - 120px)"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      style={{ overflowY: 'auto' }}
      aria-label={longDay(day)}
    >
      <h2 className={classes.paneTitle}>
        {longDay(day)}
        {day === now && <TodayBadge />}
      </h2>
      {isEmpty && <NothingInMonth calendar={calendar} />}
      {query.isSuccess && !isEmpty && !whole && <NothingOnDay calendar={calendar} />}
      {whole && <Lines day={whole} now={now} />}
      {whole?.more && (
        <Text size="table" p="md" c="var(--ink-2)">
          These are the first {whole.total}.
        </Text>
      )}
    </Box>
  );
}

function AgendaDay({ day, calendar }: { day: CalendarDay; calendar: Calendar }) {
  const { now, companyId } = calendar;
  const [open, setOpen] = useState(false);
  const whole = useWholeDay(day, companyId, open) ?? day;
  const rest = restOf(whole, whole.entries.length);
  return (
    <Box
      component="section"
      bd="var(--border)"
      bdrs="lg"
      bg="var(--surface)"
      style={{ overflow: 'hidden' }}
      aria-label={longDay(day.date)}
    >
      <h2 className={classes.agendaTitle}>
        {shortDay(day.date)}
        {day.date === now && <TodayBadge />}
      </h2>
      <Lines day={whole} now={now} />
      {rest && !open && (
        <UnstyledButton className={classes.moreButton ?? ''} onClick={() => setOpen(true)}>
          {rest}
        </UnstyledButton>
      )}
    </Box>
  );
}

/** Small screens list the days of the month that have entries. */
export function Agenda({ calendar }: { calendar: Calendar }) {
  const days = daysOf(calendar);
  if (calendar.query.isSuccess && days.length === 0) return <NothingInMonth calendar={calendar} />;
  return (
    <Stack gap="sm">
      {days.map((day) => (
        <AgendaDay key={day.date} day={day} calendar={calendar} />
      ))}
    </Stack>
  );
}
