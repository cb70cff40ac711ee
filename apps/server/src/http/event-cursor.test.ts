import { expect, test } from 'vitest';
import { cursorOfSnapshot, formatCursor, parseCursor } from './event-cursor.ts';

test('an event cursor lists what its snapshot does not see, and reads back as written', () => {
  const cursor = cursorOfSnapshot('90:120:90,101', '1000', 1_700_000_000);
  expect(cursor).toEqual({ next: 1120n, late: [1090n, 1101n], at: 1_700_000_000 });
  expect(formatCursor(cursor)).toBe('1120-30-19.1700000000');
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
  expect(formatCursor(cursorOfSnapshot('120:120:', '0', 5))).toBe('120.5');
});

test('an event cursor starts from the oldest of many transactions in progress', () => {
  const running = Array.from({ length: 17 }, (_, index) => String(50 + index));
  expect(formatCursor(cursorOfSnapshot(`50:99:${running.join()}`, '0', 5))).toBe('50.5');
});

test.each([
  '',
  '12',
  '12.',
  '-1.5',
  '12-.5',
  '1e9.5',
  `${'9'.repeat(19)}.5`,
  `1${'-1'.repeat(17)}.5`,
])('does not read %j', (text) => expect(parseCursor(text)).toBeUndefined());
