import { TEXT_MAX } from '@cairn/contract/constants';
import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';

function nameError(name: string): string | null {
  if (name.trim() === '') return 'Required';
  return name.trim().length > TEXT_MAX ? `Must be at most ${TEXT_MAX} characters` : null;
}

interface NameFieldProps {
  label: string;
  initial?: string;
  /** Returns why a name is not allowed, in addition to the rules for every name. */
  refuse?: (name: string) => string | null;
  onSave: (name: string) => void;
  onCancel: () => void;
}

/** Edits a name in place: Enter saves, Escape cancels. */
export function NameField({ label, initial = '', refuse, onSave, onCancel }: NameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The field replaces the button that was pressed, so it takes the focus.
  useEffect(() => input.current?.select(), []);
  const form = useForm({
    initialValues: { name: initial },
    optional: 'all',
    validate: ({ name }) => {
      const wrong = nameError(name) ?? refuse?.(name) ?? null;
      return wrong === null ? {} : { name: wrong };
    },
    onSubmit: ({ name }) => (name === initial ? onCancel() : onSave(name)),
  });
  return (
    <Form
      form={form}
      inline
      actions={
        <>
          <Button type="submit" size="xs">
            Save
          </Button>
          <Button variant="subtle" size="xs" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <TextInput
        {...form.field('name')}
        ref={input}
        size="xs"
        flex={1}
        miw={120}
        aria-label={label}
        autoComplete="off"
        errorProps={{ role: 'alert' }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
        }}
      />
    </Form>
  );
}
