import type { Delivery } from '@cairn/contract';

/** Only the last digits of a phone number are known here, so the key includes the number's owner. */
const addressKey = ({ channel, address, user }: Delivery): string =>
  channel === 'EMAIL' ? address.toLowerCase() : `${user?.id} ${address}`;

/** Ids of the newest delivery to each stopped address that is still in use. The rows are sorted newest first. */
export function newestStopped(rows: readonly Delivery[]): Set<string> {
  const stopped = rows.filter((row) => row.stopped !== null && row.isCurrent).toReversed();
  return new Set(new Map(stopped.map((row) => [addressKey(row), row.id])).values());
}
