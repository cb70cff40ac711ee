import type { Party } from '@cairn/contract';
import type { FieldProps } from '../../lib/useForm.ts';
import { Field } from '../../ui/Field.tsx';
import { FieldGrid } from '../../ui/Card.tsx';

const NAMES = ['givenName', 'familyName', 'emailAddress'] as const;
type Name = (typeof NAMES)[number];

/** The empty fields of a new person. */
export const NEW_PERSON: Record<Name, string> = { givenName: '', familyName: '', emailAddress: '' };
export const namesOf = ({ givenName, familyName, emailAddress }: Party): typeof NEW_PERSON => ({
  givenName: givenName ?? '',
  familyName: familyName ?? '',
  emailAddress,
});
export const NEW_PERSON_FIELDS = NAMES.map((name) => `user.${name}` as const);

interface NewPersonFieldsProps {
  field: (name: Name) => FieldProps;
  /** Replaces the default hint below the email field. */
  description?: string;
  withAddress?: boolean;
}

/** Name and email address of a person to invite. */
export function NewPersonFields({ field, description, withAddress = true }: NewPersonFieldsProps) {
  return (
    <>
      <FieldGrid>
        <Field {...field('givenName')} label="First name" autoComplete="off" data-autofocus />
        <Field {...field('familyName')} label="Last name" autoComplete="off" />
      </FieldGrid>
      {withAddress && (
        <Field
          {...field('emailAddress')}
          type="email"
          label="Email"
          autoComplete="off"
          description={description ?? 'We’ll email them a link. It expires in seven days.'}
        />
      )}
    </>
  );
}
