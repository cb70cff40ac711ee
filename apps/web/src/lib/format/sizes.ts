const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Each unit is 1024 of the one before, without decimals. A missing size is "-", and an empty file is "0 B". */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '-';
  let amount = bytes;
  let unit = 0;
  while (Math.round(amount) >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Math.round(amount)} ${UNITS[unit]}`;
}

export const formatItems = (count: number): string => (count === 1 ? '1 item' : `${count} items`);

export const formatResults = (count: number): string =>
  count === 1 ? '1 result' : `${count} results`;
