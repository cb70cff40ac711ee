import { Button } from '@mantine/core';
import { Choice, Field } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import classes from './People.module.css';
import { LEVELS } from './words.ts';

interface AddUserFormProps {
  companyId: string;
  className?: string;
  onAdded: () => void;
  onCancel: () => void;
}

/** Somebody joins when they accept: until then they are only invited. */
export function AddUserForm({ companyId, className, onAdded, onCancel }: AddUserFormProps) {
  const { form, fieldErrors, message, running, submit } = useAuthForm('addUser', {
    fields: ['givenName', 'familyName', 'emailAddress', 'level'],
    request: ({ level, ...person }) => ({
      body: {
        ...person,
        companyId,
        level: level === 'OWNER' ? ('OWNER' as const) : ('EMPLOYEE' as const),
      },
    }),
    done: () => {
      toast.success('Invitation Sent!');
      onAdded();
    },
  });
  return (
    <form ref={form} className={className ?? ''} onSubmit={submit} noValidate>
      <div className={classes.form}>
        <div className={classes.pair}>
          <Field
            name="givenName"
            label="First name"
            autoComplete="off"
            data-autofocus
            error={fieldErrors['givenName']}
          />
          <Field
            name="familyName"
            label="Last name"
            autoComplete="off"
            error={fieldErrors['familyName']}
          />
        </div>
        <Field
          name="emailAddress"
          type="email"
          label="E-mail"
          autoComplete="off"
          description="They get a link there. It is good for seven days."
          error={fieldErrors['emailAddress']}
        />
        <Choice name="level" label="Role" initial="EMPLOYEE" options={LEVELS} />
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
        <div className={classes.actions}>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={running}>
            Send invitation
          </Button>
        </div>
      </div>
    </form>
  );
}
