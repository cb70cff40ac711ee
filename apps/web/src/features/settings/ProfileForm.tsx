import type { LoggedUser } from '@cairn/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './ProfilePage.module.css';
import { type ProfileFields, profileErrors } from './settings.ts';

const field = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
  description: classes.description ?? '',
};

function fieldsOf(form: HTMLFormElement): ProfileFields {
  const data = new FormData(form);
  const textOf = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    givenName: textOf('givenName'),
    familyName: textOf('familyName'),
    phone: textOf('phone'),
  };
}

function useProfileForm() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const show = (found: Record<string, string>) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  /** What the server says of a field stands under the field, and nowhere else. */
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    show(fieldErrors);
    return Object.keys(fieldErrors).length > 0;
  };
  const update = useAction('updateOwnProfile', { onFailure });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = fieldsOf(event.currentTarget);
    const found = profileErrors(given);
    show(found);
    if (Object.keys(found).length > 0) return;
    update.mutate({ body: given }, { onSuccess: () => toast.success('Your details are saved') });
  };
  return { form, errors, submit, saving: update.isPending };
}

export function ProfileForm({ user }: { user: LoggedUser }) {
  const { form, errors, submit, saving } = useProfileForm();
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        name="givenName"
        label="First name"
        autoComplete="given-name"
        defaultValue={user.givenName ?? ''}
        error={errors['givenName']}
        classNames={field}
      />
      <TextInput
        name="familyName"
        label="Last name"
        autoComplete="family-name"
        defaultValue={user.familyName ?? ''}
        error={errors['familyName']}
        classNames={field}
      />
      <TextInput
        label="E-mail"
        description="This is what you log in with."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={user.emailAddress}
        readOnly
        classNames={field}
      />
      <TextInput
        name="phone"
        type="tel"
        label="Phone"
        description="For text messages. Leave it empty to get none."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="tel"
        defaultValue={user.phone ?? ''}
        error={errors['phone']}
        classNames={field}
      />
      <Button type="submit" className={classes.save ?? ''} loading={saving}>
        Save
      </Button>
    </form>
  );
}
