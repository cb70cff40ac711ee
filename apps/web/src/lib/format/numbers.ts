/**
 * Formats a count with thousands separators, such as "1,850,000", without Intl. The first Intl formatter of any kind
 * that a page creates loads tables, which takes 20 ms on a desktop computer and four times as long on a phone. The
 * first pages therefore format numbers without Intl, and also dates if the user has not chosen a time zone.
 */
export const formatCount = (count: number): string =>
  (count < 0 ? '-' : '') + grouped(Math.abs(count));

const grouped = (count: number): string =>
  count < 1000
    ? String(count)
    : `${grouped(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`;
