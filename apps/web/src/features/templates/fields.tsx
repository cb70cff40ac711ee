import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, type Ref, useState } from 'react';
import classes from './fields.module.css';

const styles = { input: classes.input ?? '' };

interface Kept<Value> {
  label: string;
  value: Value;
  onSave: (value: Value) => void;
}

/** Saves on blur or Enter. A value that changes elsewhere is shown unless the user is typing. */
function useTyped(value: string, onSave: (value: string) => void, complaint?: Complain) {
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? value;
  const error = draft === null ? null : (complaint?.(draft) ?? null);
  const keep = () => {
    if (error !== null) return;
    if (draft !== null && draft !== value) onSave(draft);
    setDraft(null);
  };
  return { shown, error, keep, type: setDraft, drop: () => setDraft(null) };
}
type Complain = (value: string) => string | null;

interface TextFieldProps extends Kept<string> {
  complaint?: Complain;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, value, onSave, complaint, placeholder, ref }: TextFieldProps) {
  const { shown, error, keep, type, drop } = useTyped(value, onSave, complaint);
  return (
    <TextInput
      {...(ref ? { ref } : {})}
      label={label}
      value={shown}
      error={error}
      {...(placeholder ? { placeholder } : {})}
      classNames={styles}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') drop();
      }}
    />
  );
}

export function TextAreaField({ label, value, onSave }: Kept<string>) {
  const { shown, keep, type } = useTyped(value, onSave);
  return (
    <Textarea
      label={label}
      value={shown}
      autosize={false}
      rows={3}
      maxLength={2000}
      classNames={{ input: classes.area ?? '' }}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={keep}
    />
  );
}

interface NumberFieldProps {
  label: string;
  value: number | null;
  most: number;
  onSave: (value: number | null) => void;
}

export function NumberField({ label, value, most, onSave }: NumberFieldProps) {
  const complaint = (text: string) =>
    text === '' || (/^\d+$/.test(text) && Number(text) <= most) ? null : `A number up to ${most}`;
  return (
    <TextField
      label={label}
      value={value === null ? '' : String(value)}
      complaint={complaint}
      placeholder="None"
      onSave={(text) => onSave(text === '' ? null : Number(text))}
    />
  );
}

interface ChoiceProps<Code extends string> {
  label: string;
  value: Code;
  /** The display name of each value. */
  options: Readonly<Record<Code, string>>;
  onChange: (value: Code) => void;
  disabled?: boolean;
  description?: ReactNode;
}

export function Choice<Code extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  description,
}: ChoiceProps<Code>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      disabled={disabled}
      description={description}
      classNames={styles}
      rightSection={<IconChevronDown size={15} stroke={1.7} aria-hidden />}
      // The cast is safe because the field offers no other values.
      onChange={(event) => onChange(event.currentTarget.value as Code)}
    >
      {Object.entries<string>(options).map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </NativeSelect>
  );
}
