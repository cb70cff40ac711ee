import { UnstyledButton } from '@mantine/core';
import classes from './Segmented.module.css';

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A control to choose one of a few options. */
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
