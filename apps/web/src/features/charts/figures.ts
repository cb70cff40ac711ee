/** Texts and scales of the charts. */
import type { Charts } from '@cairn/contract';

/** A missing value is shown as a dash. */
export const NONE = '-';

const STEPS = [1, 2, 2.5, 5, 10];

/** At most five round axis marks, from zero to at least the largest value. */
export function ticksOf(largest: number): number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((each) => each * power >= rough * 0.999_999)!;
  const count = Math.ceil(largest / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

export const shareOf = (value: number, whole: number): number =>
  whole > 0 ? (100 * value) / whole : 0;

const round = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: 1 });
/** Days as "4" or "3.5", for places whose label already says that the unit is days. */
export const inDays = (value: number | null): string => (value === null ? NONE : round(value));

export interface FigureText {
  text: string;
  /** Whether the change is an improvement. */
  better?: boolean;
}

type Compared = Charts['daysToClose'];

export function closingText({ now, before }: Compared): FigureText {
  if (now === null) return { text: 'No loans closed in the last 90 days' };
  if (before === null) return { text: 'Last 90 days' };
  if (now === before) return { text: 'Same as previous 90 days' };
  const difference = Math.abs(now - before);
  return now < before
    ? { text: `${difference} fewer than previous 90 days`, better: true }
    : { text: `${difference} more than previous 90 days` };
}

const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`);

export function acceptedText({ now, before }: Compared): FigureText {
  if (now === null) return { text: 'No documents accepted in the last 90 days' };
  if (before === null) return { text: 'Last 90 days' };
  if (now === before) return { text: 'Same as previous 90 days' };
  return now > before
    ? { text: `Up ${points(now - before)}`, better: true }
    : { text: `Down ${points(before - now)}` };
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  return (day: string): string => formatter.format(new Date(`${day}T00:00:00Z`));
};
const inShort = format({ month: 'short' });
const inFull = format({ month: 'long', year: 'numeric' });
const dayInShort = format({ month: 'short', day: 'numeric' });
/** shortMonth("2026-11") is "Nov"; longMonth("2026-11") is "November 2026". */
export const shortMonth = (month: string): string => inShort(`${month}-01`);
export const longMonth = (month: string): string => inFull(`${month}-01`);
/** "Jul 1". */
export const shortDay = (day: string): string => dayInShort(day);

type Point = readonly [x: number, y: number];

/** Splits the values into lines that are interrupted at missing values. Points are in percent of the plot. */
export function stretchesOf(values: readonly (number | null)[], top: number): Point[][] {
  const stretches: Point[][] = [[]];
  values.forEach((value, at) => {
    if (value === null) {
      stretches.push([]);
      return;
    }
    const x = shareOf(at, values.length - 1);
    stretches.at(-1)!.push([x, 100 - shareOf(value, top)]);
  });
  return stretches.filter(({ length }) => length > 0);
}

/** Moves the positions of two line labels apart so that they do not overlap. */
export function separateLabels(one: number, other: number, gap: number): [number, number] {
  const missing = gap - Math.abs(one - other);
  if (missing <= 0) return [one, other];
  return one <= other
    ? [one - missing / 2, other + missing / 2]
    : [one + missing / 2, other - missing / 2];
}
