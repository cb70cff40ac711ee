import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import type { ColorChoice } from './ColorMenu.tsx';
import { colorName } from './colors.ts';
import { Dot } from './LabelChip.tsx';
import classes from './Labels.module.css';

const colorMenu = menuLoadedBy<ColorChoice>(() => import('./ColorMenu.tsx'));

export function ColorButton({ color, onChange, of }: ColorChoice & { of: string }) {
  return (
    <LazyMenu
      menu={colorMenu}
      className={classes.swatch}
      label={`Color of ${of}: ${colorName(color)}`}
      body={{ color, onChange }}
    >
      <Dot color={color} />
    </LazyMenu>
  );
}

interface LabelFormProps {
  name: string;
  color: string;
  submit: string;
  onSave: (name: string, color: string) => void;
  onCancel: () => void;
}

/** Edits a label's name and color in place of its row. Enter saves, Escape cancels. */
export function LabelForm({ name, color, submit, onSave, onCancel }: LabelFormProps) {
  const [chosenColor, setChosenColor] = useState(color);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const form = useForm({
    initialValues: { name },
    onSubmit: (values) => onSave(values.name, chosenColor),
  });
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <Form
      form={form}
      inline
      actions={
        <>
          <Button type="submit" size="xs">
            {submit}
          </Button>
          <Button size="xs" variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        </>
      }
    >
      <ColorButton color={chosenColor} onChange={setChosenColor} of={name || 'the new label'} />
      <TextInput
        {...form.field('name')}
        ref={input}
        aria-label="Label name"
        placeholder="Name"
        maxLength={255}
        onKeyDown={leaveOnEscape}
        flex={1}
        maw={320}
      />
    </Form>
  );
}
