/** Typed answers as an export shows them. */
import type { AnswerValue } from '@cairn/contract';
import { DOES_NOT_APPLY_REASONS, type DoesNotApplyCode } from '@cairn/contract/element-terms';

/** Undefined if the answer was not typed, or is stored elsewhere, as a driver's license is. */
export function typedAnswer(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string' || typeof value === 'number') return `${value}`;
  if (typeof value !== 'object') return undefined;
  if ('doesNotApply' in value) return doesNotApply(value as DoesNotApply);
  if (!('street' in value)) return undefined;
  const { street, unit, city, state, postalCode } = value as Extract<AnswerValue, object>;
  return `${street}${unit ? `, ${unit}` : ''}, ${city}, ${state} ${postalCode}`;
}

interface DoesNotApply {
  doesNotApply: DoesNotApplyCode;
  note?: string | null;
}

const doesNotApply = ({ doesNotApply: code, note }: DoesNotApply): string =>
  `Does not apply: ${DOES_NOT_APPLY_REASONS[code]}${note ? `. ${note}` : ''}`;
