import { expect, it, vi } from 'vitest';
import { formatDate, formatDay, hourNow, today } from './dates.ts';
import { formatMoney } from './money.ts';
import { formatCount } from './numbers.ts';

const AMOUNTS = [0, 1, 12, 999, 1_000, 12_345, 999_999, 1_000_000, 50_000_000_000, 0.4, 1_234.5];

it('writes counts and amounts as Intl does', () => {
  const dollars = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const;
  for (const amount of AMOUNTS.flatMap((each) => [each, -each - 1])) {
    expect(formatMoney(amount)).toBe(new Intl.NumberFormat('en-US', dollars).format(amount));
    const whole = Math.round(amount);
    expect(formatCount(whole)).toBe(new Intl.NumberFormat('en-US').format(whole));
  }
});

it('writes days as Intl does', () => {
  const house = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  const formatter = new Intl.DateTimeFormat('en-US', house);
  const inUtc = new Intl.DateTimeFormat('en-US', { ...house, timeZone: 'UTC' });
  for (let day = 0; day < 400; day += 1) {
    const moment = new Date(Date.UTC(2027, 11, 1, 3) + day * 86_400_000);
    expect(formatDate(moment.toISOString())).toBe(formatter.format(moment));
    expect(formatDay(moment.toISOString())).toBe(inUtc.format(moment));
  }
});

it('makes no formatter of Intl for a reader who chose no time zone', () => {
  const spies = [
    vi.spyOn(Intl, 'NumberFormat'),
    vi.spyOn(Intl, 'DateTimeFormat'),
    vi.spyOn(Number.prototype, 'toLocaleString'),
  ];
  const now = new Date(2026, 10, 16, 15, 30);
  const texts = [
    formatMoney(1_850_000),
    formatCount(12_345),
    formatDay('2026-11-24'),
    formatDate(now.toISOString()),
    today(now),
    hourNow(now),
  ];
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
  expect(texts).toEqual(['$1,850,000', '12,345', 'Nov 24, 2026', 'Nov 16, 2026', '2026-11-16', 15]);
});
