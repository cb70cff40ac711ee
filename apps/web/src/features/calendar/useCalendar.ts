import type { CalendarDay } from '@cairn/contract';
import { CALENDAR_SHOWN } from '@cairn/contract/constants';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isAdministrator } from '../../lib/roles.ts';
import { today } from '../../lib/format/dates.ts';
import { useNow } from '../../lib/clock.ts';
import { useCall } from '../../lib/useCall.ts';
import { isDay, monthOf, weeksOf } from './month.ts';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/calendar');

interface DaysQuery {
  from: string;
  to: string;
  companyId: string | undefined;
}

function useDays({ from, to, companyId }: DaysQuery, enabled: boolean) {
  const query = { from, to, ...(companyId !== undefined && { companyId }) };
  return useCall('getCalendar', { query }, { enabled });
}

/** The calendar around the selected day, which is a URL parameter. */
export function useCalendar() {
  const user = useUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = today(useNow());
  const day = search.day !== undefined && isDay(search.day) ? search.day : now;
  const month = monthOf(day);
  const weeks = useMemo(() => weeksOf(month), [month]);
  const choosesCompany = isAdministrator(user);
  const companyId = choosesCompany ? search.companyId : undefined;
  const from = weeks[0]![0]!;
  const to = weeks.at(-1)!.at(-1)!;
  const query = useDays({ from, to, companyId }, !choosesCompany || companyId !== undefined);
  const days = useMemo(
    () => new Map(query.data?.days.map((each) => [each.date, each])),
    [query.data],
  );
  const show = (changed: { day?: string; companyId?: string }) =>
    void navigate({ search: (old) => ({ ...old, ...changed }), replace: true, resetScroll: false });
  return {
    user,
    now,
    day,
    month,
    weeks,
    days,
    query,
    choosesCompany,
    companyId,
    goTo: (date: string) => show({ day: date }),
    chooseCompany: (id: string) => show({ companyId: id }),
  };
}
export type Calendar = ReturnType<typeof useCalendar>;

/** All entries of one day. Returns the entries that came with the month until the others are loaded. */
export function useWholeDay(
  day: CalendarDay | undefined,
  companyId: string | undefined,
  isEnabled = true,
): CalendarDay | undefined {
  const date = day?.date ?? '';
  const hasRest = day !== undefined && day.total > CALENDAR_SHOWN;
  const { data } = useDays({ from: date, to: date, companyId }, hasRest && isEnabled);
  return (hasRest && isEnabled ? data?.days[0] : undefined) ?? day;
}
