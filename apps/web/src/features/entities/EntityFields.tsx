import type { FieldDefinition } from '@cairn/contract/field-checks';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { clsx } from 'clsx';
import type { FieldProps } from '../../lib/useForm.ts';
import { businessTypeOptions } from '../reference-data/options.ts';
import { ServedSelect } from '../reference-data/ServedSelect.tsx';
import classes from './Entities.module.css';

export interface EntityFieldProps {
  definition: FieldDefinition;
  input: FieldProps;
}

const INPUT_MODES: Partial<
  Record<FieldDefinition['kind'], 'numeric' | 'decimal' | 'email' | 'tel'>
> = {
  money: 'decimal',
  wholeNumber: 'numeric',
  year: 'numeric',
  naics: 'numeric',
  taxId: 'numeric',
  ssn: 'numeric',
  email: 'email',
  phone: 'tel',
};
const EXAMPLES: Partial<Record<FieldDefinition['kind'], string>> = {
  day: 'MM/DD/YYYY',
  birthDate: 'MM/DD/YYYY',
  taxId: '12-3456789',
  ssn: '123-45-6789',
  state: 'OR',
};

/** Dates are shown in US format. The server stores ISO dates such as 2026-03-05. */
export function textOfValue(
  field: FieldDefinition,
  value: string | number | null | undefined,
): string {
  if (value === null || value === undefined) return '';
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value));
  return day && field.kind.match(/^(day|birthDate)$/)
    ? `${day[2]}/${day[3]}/${day[1]}`
    : String(value);
}

export function EntityField({ definition: field, input }: EntityFieldProps) {
  const common = {
    ...input,
    label: field.label,
    className: clsx(classes.field, field.half && classes.half),
    withAsterisk: field.required ?? false,
    ...(field.hint ? { description: field.hint } : {}),
  };
  if (field.kind === 'entityType')
    return <ServedSelect {...common} optionsOf={businessTypeOptions} />;
  if (field.choices) {
    const options = Object.entries(field.choices).map(([value, label]) => ({ value, label }));
    return <NativeSelect {...common} data={[{ value: '', label: '—' }, ...options]} />;
  }
  if (field.kind === 'longText') return <Textarea {...common} minRows={3} />;
  const inputMode = INPUT_MODES[field.kind];
  return (
    <TextInput
      {...common}
      autoComplete="off"
      placeholder={EXAMPLES[field.kind] ?? ''}
      {...(inputMode ? { inputMode } : {})}
    />
  );
}
