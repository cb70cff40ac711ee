import { MAINTENANCE_NOTICE_HOURS } from '@cairn/contract/constants';
import { useNow } from '../../lib/clock.ts';
import { useCall } from '../../lib/useCall.ts';

export const isAnnounced = ({ start }: { start: string }, now: Date): boolean =>
  Date.parse(start) - now.getTime() <= MAINTENANCE_NOTICE_HOURS * 3_600_000;

/** The maintenance window if it is active or starts within MAINTENANCE_NOTICE_HOURS. */
export function useAnnounced() {
  const now = useNow();
  const { data } = useCall('getJavascriptConstants', {});
  const window = data?.maintenance ?? null;
  return window && isAnnounced(window, now) ? window : null;
}
export type Announced = NonNullable<ReturnType<typeof useAnnounced>>;
