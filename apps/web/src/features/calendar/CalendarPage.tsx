import { ActionIcon, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { CompanySelect } from '../../app/admin/CompanySelect.tsx';
import { type Command, useCommands } from '../../kit/commands.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { hint } from '../../kit/hint.ts';
import { NotThere } from '../../kit/NotThere.tsx';
import { useStable } from '../../kit/useStable.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { Agenda, DayPane } from './Agenda.tsx';
import classes from './Calendar.module.css';
import { addMonths, monthAndYear } from './month.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { type Calendar, useCalendar } from './useCalendar.ts';

interface StepProps {
  calendar: Calendar;
  by: 1 | -1;
}

function Step({ calendar: { day, goTo }, by }: StepProps) {
  const label = by < 0 ? 'Month before' : 'Month after';
  const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      {...hint(label)}
      onClick={() => goTo(addMonths(day, by))}
    >
      <Icon size={17} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

function Head({ calendar }: { calendar: Calendar }) {
  const { user, month, now, goTo } = calendar;
  return (
    <header className={classes.head}>
      <div>
        <h1 className={classes.title}>Calendar</h1>
        <p className={classes.lead}>
          {isLenderStaff(user)
            ? 'When loans close, and when documents are due or expire.'
            : 'What is due on your loans, and when they close.'}
        </p>
      </div>
      <div className={classes.tools}>
        <p className={classes.monthName} aria-live="polite">
          {monthAndYear(`${month}-01`)}
        </p>
        <Step calendar={calendar} by={-1} />
        <Button variant="default" onClick={() => goTo(now)}>
          Today
        </Button>
        <Step calendar={calendar} by={1} />
      </div>
    </header>
  );
}

/** T is today; Escape leads from the entries of a day back to the month. */
function useKeys({ now, goTo }: Calendar): void {
  const toToday = useStable(() => goTo(now));
  const keys = useMemo<Command[]>(
    () => [
      { label: 'Go to today', keys: 't', where: 'page', run: toToday },
      {
        label: 'Back to the month',
        keys: 'Escape',
        where: 'page',
        run: backToMonth,
        keyOnly: true,
      },
    ],
    [toToday],
  );
  useCommands(keys);
}

function backToMonth(): unknown {
  if (!document.activeElement?.closest('[data-pane]')) return false;
  return document.querySelector<HTMLElement>('[role=grid] [aria-selected=true]')?.focus();
}

function Wide({ calendar }: { calendar: Calendar }) {
  const pane = useRef<HTMLElement>(null);
  return (
    <div className={classes.wide}>
      <MonthGrid
        calendar={calendar}
        onOpen={() => pane.current?.querySelector<HTMLElement>('a, button')?.focus()}
      />
      <DayPane calendar={calendar} pane={pane} />
    </div>
  );
}

function Body({ calendar }: { calendar: Calendar }) {
  const { query } = calendar;
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  // The month is its own outline; a list of days is not there before they are.
  if (query.isError || (query.isPending && !wide)) {
    return (
      <NotThere
        query={query}
        loading="Loading the calendar"
        failed="The calendar could not be loaded"
      />
    );
  }
  return wide ? <Wide calendar={calendar} /> : <Agenda calendar={calendar} />;
}

/** Close dates, due dates and expirations: a month at a glance, and each day of it. */
export function CalendarPage() {
  const calendar = useCalendar();
  const { choosesCompany, companyId, chooseCompany } = calendar;
  useKeys(calendar);
  return (
    <div className={classes.page}>
      <Head calendar={calendar} />
      {choosesCompany && (
        <div className={classes.company}>
          <CompanySelect label="Company" value={companyId ?? ''} onChange={chooseCompany} />
        </div>
      )}
      {choosesCompany && companyId === undefined ? (
        <EmptyState title="Choose a company">Each company has a calendar of its own.</EmptyState>
      ) : (
        <Body calendar={calendar} />
      )}
    </div>
  );
}
