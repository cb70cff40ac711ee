import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './AuthFrame.module.css';

const inputClasses = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  description: classes.hint ?? '',
  error: classes.error ?? '',
};

interface FieldProps {
  name: string;
  label: string;
  error: string | undefined;
}

type TextFieldProps = FieldProps & Omit<ComponentProps<typeof TextInput>, keyof FieldProps>;

export function TextField({ error, ...rest }: TextFieldProps) {
  return <TextInput {...rest} error={error} classNames={inputClasses} />;
}

export function EmailField({ error, name, initial }: Omit<FieldProps, 'label'> & Initial) {
  return (
    <TextField
      name={name}
      type="email"
      label="E-mail"
      autoComplete="username"
      inputMode="email"
      defaultValue={initial ?? ''}
      error={error}
    />
  );
}
interface Initial {
  initial?: string;
}

function EyeIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon className={classes.eye ?? ''} stroke={1.7} aria-hidden />;
}

interface PasswordFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  /** In a dialog: where the focus goes when it opens. */
  'data-autofocus'?: boolean;
  /** A link on the label's line. */
  beside?: ReactNode;
}

export function PasswordField({ error, hint, beside, ...rest }: PasswordFieldProps) {
  return (
    <div className={classes.field}>
      <PasswordInput
        {...rest}
        description={hint}
        error={error}
        classNames={{ ...inputClasses, innerInput: classes.inner ?? '' }}
        visibilityToggleIcon={EyeIcon}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      {beside}
    </div>
  );
}

const HINT = 'At least 12 characters. A few words do well.';

/** With the one rule there is, said before it is broken. */
export function NewPasswordField({ name, label, error }: FieldProps) {
  return (
    <PasswordField
      name={name}
      label={label}
      error={error}
      hint={HINT}
      autoComplete="new-password"
    />
  );
}

const LOOKS = { red: IconAlertCircle, orange: IconAlertCircle, green: IconCircleCheck };

export function Notice({ hue, children }: { hue: keyof typeof LOOKS; children: ReactNode }) {
  const Icon = LOOKS[hue];
  return (
    <p className={classes.notice} data-hue={hue}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** Where a form says what went wrong; read out when it does. */
export function Notices({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="alert" className={classes.notices}>
      {children}
    </div>
  );
}

interface SubmitButtonProps {
  running: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function SubmitButton({ running, disabled = false, children }: SubmitButtonProps) {
  return (
    <Button type="submit" fullWidth loading={running} disabled={disabled} h={44} fz={15}>
      {children}
    </Button>
  );
}
