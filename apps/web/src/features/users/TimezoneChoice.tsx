import { NativeSelect } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useCall } from '../../lib/useCall.ts';
import { useSettings } from './useSettings.ts';

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** The browser's own list: four hundred lines that every keyboard and thumb can search. */
export function TimezoneChoice() {
  const { data: settings, change } = useSettings();
  const { data } = useCall('listTimezones', {});
  const known = data?.timezones ?? [];
  const chosen = settings?.timezoneId ?? '';
  return (
    <NativeSelect
      label="Your time zone"
      value={known.some(({ id }) => id === chosen) ? chosen : ''}
      disabled={!settings || !data}
      onChange={(event) => change({ timezoneId: event.currentTarget.value || null })}
      rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
    >
      <option value="">Browser time zone ({browserZone})</option>
      {known.map(({ id, description }) => (
        <option key={id} value={id}>
          {description}
        </option>
      ))}
    </NativeSelect>
  );
}
