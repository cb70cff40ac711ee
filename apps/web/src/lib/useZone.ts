import { useCall } from './useCall.ts';

/** The time zone that the user has chosen; undefined means the time zone of the browser. */
export function useZone({ enabled = true }: { enabled?: boolean } = {}): string | undefined {
  const { data } = useCall('getUserSettings', {}, { enabled });
  return data?.timezoneId ?? undefined;
}
