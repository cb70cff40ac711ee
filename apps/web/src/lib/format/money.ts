const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export const formatMoney = (amount: number | null): string =>
  amount === null ? '-' : whole.format(amount);

const MAGNITUDES: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/** "1.25" and then "m" is 1,250,000: the amount after the key, or null where the key says nothing. */
export function amountAfterKey(amount: number | string, key: string): number | null {
  const magnitude = MAGNITUDES[key.toLowerCase()];
  if (magnitude === undefined || amount === '' || Number.isNaN(Number(amount))) return null;
  return Math.round(Number(amount) * magnitude * 100) / 100;
}

/** For totals, where the magnitude is the message: "$64.2M", "$860K", "$0". */
export function formatMoneyShort(amount: number): string {
  if (amount >= 999_950_000) return `$${(amount / 1e9).toFixed(1)}B`;
  if (amount >= 999_500) return `$${(amount / 1e6).toFixed(1)}M`;
  if (amount >= 1_000) return `$${Math.round(amount / 1_000)}K`;
  return `$${Math.round(amount)}`;
}
