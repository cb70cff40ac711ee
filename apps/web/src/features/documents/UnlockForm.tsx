import { Button, Flex, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/FormFields.tsx';
import classes from './Documents.module.css';

interface UnlockFormProps {
  fileName: string;
  isBusy: boolean;
  /** The error message for the last password. */
  problem: string | undefined;
  onUnlock: (password: string) => void;
}

/** Asks for the password of a locked PDF. The password is passed to `onUnlock` and not kept. */
export function UnlockForm({ fileName, isBusy, problem, onUnlock }: UnlockFormProps) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '' || isBusy) return;
    onUnlock(password);
    setPassword('');
  };
  return (
    <Form
      form={{ message: isBusy ? null : (problem ?? null), busy: isBusy, failures: 0, submit }}
      className={classes.unlock}
      aria-label={`Unlock ${fileName}`}
      actions={
        <Text size="meta" c="var(--ink-2)">
          We use it once and don’t keep it. Or send a copy without a password.
        </Text>
      }
    >
      <Flex gap="xs" align="flex-end" wrap="wrap">
        <PasswordField
          name="filePassword"
          label="Password for this file"
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          // This value keeps password managers from filling in the user's own password and from saving this one.
          autoComplete="one-time-code"
          disabled={isBusy}
          aria-invalid={problem !== undefined}
        />
        <Button type="submit" size="md" loading={isBusy} disabled={password === ''}>
          Unlock
        </Button>
      </Flex>
    </Form>
  );
}
