import { Button, PasswordInput, TextInput } from '@mantine/core';
import {
  type Icon,
  IconAlertCircle,
  IconCircleCheck,
  IconEye,
  IconEyeOff,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import classes from './FormFields.module.css';

interface Named {
  name: string;
  error?: string | undefined;
}

type TextFieldProps = Named &
  Omit<ComponentProps<typeof TextInput>, keyof Named | 'label'> & { label: string };

/** A large text field, as used on the pages before log-in. */
export const TextField = (props: TextFieldProps) => <TextInput size="md" {...props} />;

export function EmailField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <TextField
      type="email"
      label="Email"
      autoComplete="username"
      inputMode="email"
      {...props}
      name={props.name}
    />
  );
}

function EyeIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon size={20} stroke={1.7} aria-hidden />;
}

type PasswordFieldProps = Named &
  Omit<ComponentProps<typeof PasswordInput>, keyof Named | 'label'> & {
    label: string;
    autoComplete: 'current-password' | 'new-password' | 'one-time-code';
    /** A link on the same line as the label. */
    beside?: ReactNode;
  };

export function PasswordField({ beside, ...rest }: PasswordFieldProps) {
  return (
    <div className={classes.field}>
      <PasswordInput
        size="md"
        {...rest}
        visibilityToggleIcon={EyeIcon}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      />
      {beside}
    </div>
  );
}

/** A field for a new password, which states the only rule before the user enters anything. */
export function NewPasswordField(props: Omit<PasswordFieldProps, 'autoComplete'>) {
  return (
    <PasswordField
      {...props}
      description="At least 12 characters. A short sentence works well."
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      autoComplete="new-password"
    />
  );
}

const NOTICE_ICONS = { red: IconAlertCircle, orange: IconAlertCircle, green: IconCircleCheck };

interface NoticeProps {
  hue: keyof typeof NOTICE_ICONS;
  icon?: Icon;
  children: ReactNode;
}

export function Notice({ hue, icon: Icon = NOTICE_ICONS[hue], children }: NoticeProps) {
  return (
    <p className={classes.notice} data-hue={hue}>
      <Icon size={17} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** The container for the error messages of a form. Its role makes screen readers announce them. */
export function Notices({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div id={id} role="alert" className={classes.notices}>
      {children}
    </div>
  );
}

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, disabled = false, children }: SubmitButtonProps) {
  return (
    <Button type="submit" size="md" fullWidth loading={busy} disabled={disabled}>
      {children}
    </Button>
  );
}
