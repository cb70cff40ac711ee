import { useCall } from './useCall.ts';

/** The time zone that the person has chosen; undefined: wherever the browser is. */
export function useZone({ enabled = true }: { enabled?: boolean } = {}): string | undefined {
  const { data } = useCall('getUserSettings', {}, { enabled });
  return data?.timezoneId ?? undefined;
}
