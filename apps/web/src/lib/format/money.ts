import { formatCount } from './numbers.ts';

export function formatMoney(amount: number | null): string {
  if (amount === null) return '-';
  return `${amount < 0 ? '-' : ''}$${formatCount(Math.round(Math.abs(amount)))}`;
}

/** Short form for totals, where only the magnitude matters: "$64.2M", "$860K", "$0". */
export function formatMoneyShort(amount: number): string {
  if (amount >= 999_950_000) return `$${(amount / 1e9).toFixed(1)}B`;
  if (amount >= 999_500) return `$${(amount / 1e6).toFixed(1)}M`;
  if (amount >= 1_000) return `$${Math.round(amount / 1_000)}K`;
  return `$${Math.round(amount)}`;
}
