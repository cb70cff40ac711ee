import { TEXT_MAX } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './NameField.module.css';

export function nameError(name: string): string | null {
  if (name.trim() === '') return 'Required';
  return name.trim().length > TEXT_MAX ? `Must be at most ${TEXT_MAX} characters` : null;
}

interface NameFieldProps {
  label: string;
  initial?: string;
  /** Says why a name cannot be taken, beyond what every name must be. */
  refuse?: (name: string) => string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** A name, typed where it will stand: Enter keeps it, Escape leaves it. */
export function NameField({ label, initial = '', refuse, onSave, onCancel }: NameFieldProps) {
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get('name');
    const name = typeof value === 'string' ? value.trim() : '';
    const wrong = nameError(name) ?? refuse?.(name) ?? null;
    setError(wrong);
    if (wrong !== null) return;
    if (name === initial) onCancel();
    else onSave(name);
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <input
        name="name"
        className={classes.input}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${label}-error`}
        defaultValue={initial}
        autoComplete="off"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
        // It replaces what was pressed to get here.
        ref={(input) => {
          if (input && document.activeElement !== input && error === null) input.select();
        }}
      />
      <Button type="submit" size="xs">
        Save
      </Button>
      <Button variant="subtle" size="xs" onClick={onCancel}>
        Cancel
      </Button>
      {error !== null && (
        <p id={`${label}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </form>
  );
}
