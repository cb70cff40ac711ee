import type { AnswerValue } from '@cairn/contract';

/** Formats the answer to a question for display. */
export function formatAnswer(value: AnswerValue | null): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  const { street, unit, city, state, postalCode } = value;
  return `${street}${unit ? `, ${unit}` : ''}, ${city}, ${state} ${postalCode}`;
}
