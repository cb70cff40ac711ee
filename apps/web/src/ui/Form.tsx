import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { FormState } from '../lib/useForm.ts';
import classes from './Form.module.css';
import { Notice, Notices } from './FormFields.tsx';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref' | 'action'> {
  form: FormState;
  /** Replaces the form's own message. */
  notice?: ReactNode;
  /** The buttons, rendered below the fields and the error message. */
  actions: ReactNode;
  /** Renders the form in one line, in place of the text that it edits. */
  inline?: boolean;
}

const INVALID = ':is(input, select, textarea, button)[aria-invalid="true"]';

/**
 * A form: its fields, its error message and its buttons. After a failed submit, the first invalid field gets the focus.
 */
export function Form(props: FormProps) {
  const { form, notice, actions, inline, className, children, ...rest } = props;
  const element = useRef<HTMLFormElement>(null);
  const { failures, message, submit } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>(INVALID)?.focus();
  }, [failures]);
  return (
    <form
      {...rest}
      ref={element}
      className={clsx(inline ? classes.inline : classes.form, className)}
      onSubmit={submit}
      noValidate
    >
      {children}
      {notice ?? <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>}
      {actions}
    </form>
  );
}

/** Fields side by side, or one below the other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={classes.row}>{children}</div>;
}
