import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormState } from '../lib/useForm.ts';
import { DialogActions } from './DialogActions.tsx';
import { Form } from './Form.tsx';

interface FormDialogProps {
  opened?: boolean;
  title: string;
  /** One sentence that says what the form does. */
  lead?: ReactNode;
  form: FormState;
  submit: string;
  danger?: boolean;
  disabled?: boolean;
  size?: number;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: Cancel, and the button that submits it. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, lead, form, submit, size = 420, onClose, children } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size}>
      {lead && (
        <Text c="var(--ink-2)" size="body" mb="md">
          {lead}
        </Text>
      )}
      <Form
        form={form}
        actions={
          <DialogActions
            label={submit}
            danger={props.danger ?? false}
            disabled={props.disabled ?? false}
            busy={form.busy}
            onClose={onClose}
          />
        }
      >
        {children}
      </Form>
    </Modal>
  );
}
