import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import { CompanySelect } from '../companies/CompanySelect.tsx';
import { type Command, useCommands } from '../../lib/commands.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hint } from '../../lib/hint.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { Agenda, DayPane } from './Agenda.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import classes from './Calendar.module.css';
import { addMonths, monthAndYear } from './month.ts';
import { MonthGrid } from './MonthGrid.tsx';
import { type Calendar, useCalendar } from './useCalendar.ts';

interface StepProps {
  calendar: Calendar;
  by: 1 | -1;
}

function Step({ calendar: { day, goTo }, by }: StepProps) {
  const label = by < 0 ? 'Previous month' : 'Next month';
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
    <PageHeader
      title="Calendar"
      lead={
        isLenderStaff(user)
          ? 'When loans close, and when documents are due or expire.'
          : 'When documents are due and loans close.'
      }
    >
      <Group className={classes.tools} gap="xs" wrap="nowrap">
        <Text
          size="section"
          mr="xs"
          lts="var(--tracking-section)"
          fw={600}
          flex={{ base: 1, wide: '0 1 auto' }}
          aria-live="polite"
        >
          {monthAndYear(`${month}-01`)}
        </Text>
        <Step calendar={calendar} by={-1} />
        <Button variant="default" onClick={() => goTo(now)}>
          Today
        </Button>
        <Step calendar={calendar} by={1} />
      </Group>
    </PageHeader>
  );
}

/** T goes to today; Escape moves the focus from the day pane back to the month. */
function useKeys({ now, goTo }: Calendar): void {
  const toToday = useEventCallback(() => goTo(now));
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
    <Box className={classes.wide}>
      <MonthGrid
        calendar={calendar}
        onOpen={() => pane.current?.querySelector<HTMLElement>('a, button')?.focus()}
      />
      <DayPane calendar={calendar} pane={pane} />
    </Box>
  );
}

function Body({ calendar }: { calendar: Calendar }) {
  const { query } = calendar;
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  // The month grid renders while it loads; the agenda has nothing to show before the days arrive.
  if (query.isError || (query.isPending && !wide)) {
    return (
      <QueryFallback
        query={query}
        loading="Loading the calendar"
        failed="The calendar could not be loaded"
      />
    );
  }
  return wide ? <Wide calendar={calendar} /> : <Agenda calendar={calendar} />;
}

/** Close dates, due dates and expirations by month and by day. */
export function CalendarPage() {
  const calendar = useCalendar();
  const { choosesCompany, companyId, chooseCompany } = calendar;
  useKeys(calendar);
  return (
    <Page>
      <Head calendar={calendar} />
      {choosesCompany && (
        <Box mb="s20">
          <CompanySelect label="Company" value={companyId ?? ''} onChange={chooseCompany} />
        </Box>
      )}
      {choosesCompany && companyId === undefined ? (
        <EmptyState title="Choose a company">Each company has its own calendar.</EmptyState>
      ) : (
        <Body calendar={calendar} />
      )}
    </Page>
  );
}
