import { UnstyledButton } from '@mantine/core';
import classes from './Segmented.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of a few ways to see the same thing. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset className={classes.frame} aria-label={label}>
      {options.map((option) => (
        <UnstyledButton
          key={option.value}
          className={classes.option ?? ''}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
