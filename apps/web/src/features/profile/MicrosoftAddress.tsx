import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from '../settings/ProfilePage.module.css';

export function MicrosoftAddress({ azureEmail }: { azureEmail: string | null }) {
  const [error, setError] = useState<string>();
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setError(fieldErrors['azureEmail']);
    return fieldErrors['azureEmail'] !== undefined;
  };
  const save = useAction('updateAzureEmail', { onFailure });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(undefined);
    const given = new FormData(event.currentTarget).get('azureEmail');
    save.mutate(
      { body: { azureEmail: typeof given === 'string' ? given : '' } },
      { onSuccess: () => toast.success('Your Microsoft address is saved') },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        name="azureEmail"
        type="email"
        label="Microsoft address"
        description="Leave it empty if it is the one you log in with."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="off"
        defaultValue={azureEmail ?? ''}
        error={error}
        classNames={{
          input: classes.input ?? '',
          label: classes.label ?? '',
          error: classes.error ?? '',
          description: classes.description ?? '',
        }}
      />
      <Button
        type="submit"
        variant="default"
        className={`${classes.save} ${classes.beside}`}
        loading={save.isPending}
      >
        Use this address
      </Button>
    </form>
  );
}
