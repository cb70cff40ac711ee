import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { CallError } from '../../kit/CallError.ts';
import { Choice, Field, LongField } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './People.module.css';
import { LEVELS } from './words.ts';

interface EditFormProps {
  companyId: string;
  person: Employee;
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

const detailsIn = (data: FormData) => ({
  jobTitle: textIn(data, 'jobTitle'),
  phone: textIn(data, 'phone'),
  introduction: textIn(data, 'introduction'),
});
const namesIn = (data: FormData) => ({
  givenName: textIn(data, 'givenName'),
  familyName: textIn(data, 'familyName'),
});

function useEditForm(companyId: string, person: Employee) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const onFailure = ({ fieldErrors }: CallError): boolean => {
    setErrors(fieldErrors);
    const [first] = Object.keys(fieldErrors);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    return first !== undefined;
  };
  const edit = useAction('editUser', { onFailure });
  const present = useAction('updateEmployeeInfo', { onFailure });
  const saved = { onSuccess: () => toast.success('Saved') };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setErrors({});
    const data = new FormData(event.currentTarget);
    if (!person.abilities.changeLevel) {
      present.mutate({ body: { companyId, userId: person.id, ...detailsIn(data) } }, saved);
      return;
    }
    const level = textIn(data, 'level') === 'OWNER' ? 'OWNER' : 'EMPLOYEE';
    const invited = person.status === 'INVITED';
    const given = invited ? namesIn(data) : detailsIn(data);
    edit.mutate({ params: { id: person.id }, body: { companyId, level, ...given } }, saved);
  };
  return { form, errors, submit, saving: edit.isPending || present.isPending };
}

function Names({ person, errors }: { person: Employee; errors: Record<string, string> }) {
  return (
    <div className={classes.pair}>
      <Field
        name="givenName"
        label="First name"
        autoComplete="off"
        defaultValue={person.givenName ?? ''}
        error={errors['givenName']}
      />
      <Field
        name="familyName"
        label="Last name"
        autoComplete="off"
        defaultValue={person.familyName ?? ''}
        error={errors['familyName']}
      />
    </div>
  );
}

/** Their name they change themselves; this is what the company says of them. */
function Details({ person, errors }: { person: Employee; errors: Record<string, string> }) {
  return (
    <>
      <div className={classes.pair}>
        <Field
          name="jobTitle"
          label="Job title"
          autoComplete="off"
          defaultValue={person.jobTitle ?? ''}
          error={errors['jobTitle']}
        />
        <Field
          name="phone"
          type="tel"
          label="Work phone"
          autoComplete="off"
          defaultValue={person.phone ?? ''}
          error={errors['phone']}
        />
      </div>
      <LongField
        name="introduction"
        label="A few words for borrowers"
        description="Borrowers of the company see these, with name and e-mail."
        autosize
        minRows={2}
        maxRows={8}
        defaultValue={person.introduction ?? ''}
        error={errors['introduction']}
      />
    </>
  );
}

export function EditForm({ companyId, person }: EditFormProps) {
  const { form, errors, submit, saving } = useEditForm(companyId, person);
  return (
    <form ref={form} className={classes.panel} onSubmit={submit} noValidate>
      {person.status === 'INVITED' ? (
        <Names person={person} errors={errors} />
      ) : (
        <Details person={person} errors={errors} />
      )}
      {person.abilities.changeLevel && (
        <Choice name="level" label="Role" initial={person.level} options={LEVELS} />
      )}
      <Button type="submit" className={classes.save ?? ''} loading={saving}>
        Save
      </Button>
    </form>
  );
}
