import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useCall } from '../../lib/useCall.ts';
import { useSettings } from './useSettings.ts';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** A native select: its list of four hundred time zones can be searched by keyboard and works on phones. */
export function TimezoneChoice() {
  const { data: settings, change } = useSettings();
  const { data } = useCall('listTimezones', {});
  const zones = data?.timezones ?? [];
  const chosenId = settings?.timezoneId ?? '';
  return (
    <NativeSelect
      label="Your time zone"
      value={zones.some(({ id }) => id === chosenId) ? chosenId : ''}
      disabled={!settings || !data}
      onChange={(event) => change({ timezoneId: event.currentTarget.value || null })}
      rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
    >
      <option value="">Browser time zone ({browserZone})</option>
      {zones.map(({ id, description }) => (
        <option key={id} value={id}>
          {description}
        </option>
      ))}
    </NativeSelect>
  );
}
