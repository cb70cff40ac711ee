/**
 * "1,850,000". The first formatter of Intl that a page makes, of any kind, loads tables: 20 ms of a desktop computer, four times as
 * much of a phone. The first pages write numbers and dates without one.
 */
export const formatCount = (count: number): string =>
  (count < 0 ? '-' : '') + grouped(Math.abs(count));

const grouped = (count: number): string =>
  count < 1000
    ? String(count)
    : `${grouped(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`;
