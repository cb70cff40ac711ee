import { Textarea, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './Field.module.css';

/** Also for what is chosen rather than typed. */
export const fieldClasses = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
  description: classes.description ?? '',
};

/** What is wrong stands under the field, before what it is for. */
const order: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

interface Named {
  name?: string;
  label: string;
  error?: string | undefined;
}

type FieldProps = Named & Omit<ComponentProps<typeof TextInput>, keyof Named>;

export function Field({ error, ...rest }: FieldProps) {
  return <TextInput {...rest} error={error} inputWrapperOrder={order} classNames={fieldClasses} />;
}

type LongFieldProps = Named & Omit<ComponentProps<typeof Textarea>, keyof Named>;

export function LongField({ error, ...rest }: LongFieldProps) {
  return <Textarea {...rest} error={error} inputWrapperOrder={order} classNames={fieldClasses} />;
}

interface ChoiceProps {
  name: string;
  label: string;
  initial: string;
  options: readonly { value: string; name: string; text: string }[];
}

/** A few things to choose from, each with a sentence about it. */
export function Choice({ name, label, initial, options }: ChoiceProps) {
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            value={option.value}
            defaultChecked={option.value === initial}
          />
          <span className={classes.optionName}>{option.name}</span>
          {option.text && <span className={classes.optionText}>{option.text}</span>}
        </label>
      ))}
    </fieldset>
  );
}
