import { Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, ComponentProps } from 'react';
import classes from './Field.module.css';

interface Named {
  name?: string;
  label: string;
  error?: string | undefined;
}

type FieldProps = Named & Omit<ComponentProps<typeof TextInput>, keyof Named>;

export const Field = (props: FieldProps) => <TextInput {...props} />;

type LongFieldProps = Named & Omit<ComponentProps<typeof Textarea>, keyof Named>;

export const LongField = (props: LongFieldProps) => <Textarea {...props} />;

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly { value: string; name: string; text: string }[];
  value?: string;
  defaultValue?: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A group of radio buttons, each with an explanation of its option. */
export function Choice({ name, label, options, value, defaultValue, onChange }: ChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={onChange}
          />
          <span className={classes.optionName}>{option.name}</span>
          {option.text && <span className={classes.optionText}>{option.text}</span>}
        </label>
      ))}
    </fieldset>
  );
}
