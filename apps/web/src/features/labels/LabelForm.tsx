import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import type { ColorChoice } from './ColorMenuBody.tsx';
import { colorName } from './colors.ts';
import { Dot } from './LabelChip.tsx';
import classes from './Labels.module.css';

const colorMenu = menuLoadedBy<ColorChoice>(() => import('./ColorMenuBody.tsx'));

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

/** In the place of a row: a name and a colour. Enter saves, Escape leaves it as it was. */
export function LabelForm({ name, color, submit, onSave, onCancel }: LabelFormProps) {
  const [chosen, setChosen] = useState(color);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = field.current?.value.trim();
    if (given) onSave(given, chosen);
    else field.current?.focus();
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form className={classes.edit} onSubmit={save}>
      <ColorButton color={chosen} onChange={setChosen} of={name || 'the new label'} />
      <TextInput
        ref={field}
        aria-label="Name of the label"
        placeholder="Name"
        defaultValue={name}
        maxLength={255}
        onKeyDown={leaveOnEscape}
        classNames={{ root: classes.field ?? '', input: classes.input ?? '' }}
      />
      <Button type="submit" size="xs">
        {submit}
      </Button>
      <Button size="xs" variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
