import type { Delivery } from '@cairn/contract';

/** Different numbers can end with the same digits: they are told apart by their owners. */
const addressKey = ({ channel, address, user }: Delivery): string =>
  channel === 'EMAIL' ? address.toLowerCase() : `${user?.id} ${address}`;

/** The newest row of each stopped address that people still have. Rows are newest first. */
export function newestStopped(rows: readonly Delivery[]): Set<string> {
  const stopped = rows.filter((row) => row.stopped !== null && row.isCurrent).toReversed();
  return new Set(new Map(stopped.map((row) => [addressKey(row), row.id])).values());
}
