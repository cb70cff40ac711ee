import { Menu } from '@mantine/core';
import { IconCalendar, IconClock, IconClockOff } from '@tabler/icons-react';
import { useNow } from '../../lib/clock.ts';
import { formatDay, today } from '../../lib/format/dates.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { addDays, SNOOZE_DAYS } from './reminderText.ts';

export interface SnoozeChoice {
  isSnoozed: boolean;
  onSnooze: (until: string | null) => void;
  onChooseDay: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

export default function SnoozeMenu(props: SnoozeChoice & MenuBodyProps) {
  const { target, isSnoozed, onSnooze, onChooseDay } = props;
  const now = useNow();
  return (
    <LateMenu position="bottom-end" width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {SNOOZE_DAYS.map(([days, label]) => {
          const until = addDays(today(now), days);
          return (
            <Menu.Item
              key={days}
              leftSection={<IconClock {...icon} />}
              onClick={() => onSnooze(until)}
            >
              {label}, until {formatDay(until)}
            </Menu.Item>
          );
        })}
        <Menu.Item leftSection={<IconCalendar {...icon} />} onClick={onChooseDay}>
          Choose a date…
        </Menu.Item>
        {isSnoozed && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconClockOff {...icon} />} onClick={() => onSnooze(null)}>
              End snooze
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
