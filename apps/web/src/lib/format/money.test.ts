import { expect, it } from 'vitest';
import { amountAfterKey, amountOfText } from './amountKeys.ts';
import { formatMoney, formatMoneyShort } from './money.ts';

it('writes amounts in full, and a missing one as a dash', () => {
  expect(formatMoney(1_850_000)).toBe('$1,850,000');
  expect(formatMoney(null)).toBe('-');
});

it('takes k, m and b after an amount', () => {
  expect(amountAfterKey(1.25, 'm')).toBe(1_250_000);
  expect(amountAfterKey('640', 'K')).toBe(640_000);
  expect(amountAfterKey('', 'm')).toBeNull();
  expect(amountAfterKey(5, '3')).toBeNull();
});

it('takes a pasted amount with its magnitude', () => {
  expect(amountOfText('$1.25M')).toBe(1_250_000);
  expect(amountOfText(' 1,640 k ')).toBe(1_640_000);
  expect(amountOfText('1,250,000')).toBeNull();
  expect(amountOfText('Form 4506')).toBeNull();
});

it('shortens totals without a jump between units', () => {
  expect(formatMoneyShort(64_180_000)).toBe('$64.2M');
  expect(formatMoneyShort(999_600)).toBe('$1.0M');
  expect(formatMoneyShort(999_400)).toBe('$999K');
  expect(formatMoneyShort(1_200_000_000)).toBe('$1.2B');
  expect(formatMoneyShort(0)).toBe('$0');
});
