import { Field } from '../../kit/Field.tsx';
import type { FieldErrors } from '../identity/useAuthForm.ts';
import classes from './Parties.module.css';

interface Names {
  givenName?: string | null;
  familyName?: string | null;
  emailAddress?: string;
}

interface NewPersonFieldsProps {
  prefix: 'user' | 'contactUser';
  initial?: Names;
  fieldErrors: FieldErrors;
  /** Absent where the address cannot be changed. */
  description?: string;
  withAddress?: boolean;
}

/** Somebody's name, and the address that a link would go to. */
export function NewPersonFields(props: NewPersonFieldsProps) {
  const { prefix, initial = {}, fieldErrors, description, withAddress = true } = props;
  const named = (name: keyof Names) => ({
    name: `${prefix}.${name}`,
    autoComplete: 'off',
    defaultValue: initial[name] ?? '',
    error: fieldErrors[`${prefix}.${name}`],
  });
  return (
    <>
      <div className={classes.pair}>
        <Field {...named('givenName')} label="First name" data-autofocus />
        <Field {...named('familyName')} label="Last name" />
      </div>
      {withAddress && (
        <Field
          {...named('emailAddress')}
          type="email"
          label="E-mail"
          description={description ?? 'They get a link there. It is good for seven days.'}
        />
      )}
    </>
  );
}
