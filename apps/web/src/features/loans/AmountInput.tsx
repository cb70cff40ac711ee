import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { amountAfterKey, amountOfText } from '../../lib/format/amountKeys.ts';

interface AmountInputProps {
  value: number | string;
  onChange: (amount: number | string) => void;
  error: ReactNode;
}

/** The amount of a loan in dollars. K and M multiply the number before them. */
export const AmountInput = ({ value, onChange, error }: AmountInputProps) => (
  <NumberInput
    name="amount"
    label="Amount"
    prefix="$"
    thousandSeparator=","
    decimalScale={2}
    min={0}
    hideControls
    onKeyDown={(event) => {
      const next = amountAfterKey(value, event.key);
      if (next === null || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onChange(next);
    }}
    onPaste={(event) => {
      const next = amountOfText(event.clipboardData.getData('text'));
      if (next === null) return;
      event.preventDefault();
      onChange(next);
    }}
    value={value}
    onChange={onChange}
    error={error}
  />
);
