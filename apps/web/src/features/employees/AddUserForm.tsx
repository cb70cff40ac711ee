import type { Employee } from '@cairn/contract';
import { Choice, Field } from '../../ui/Field.tsx';
import { FieldGrid } from '../../ui/Card.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { DialogActions } from '../../ui/DialogActions.tsx';
import { Form } from '../../ui/Form.tsx';
import { LEVELS } from './employeeStatus.ts';

interface AddUserFormProps {
  companyId: string;
  onAdded: () => void;
  onCancel: () => void;
}

const NEW_EMPLOYEE: Pick<Employee, 'emailAddress' | 'level'> &
  Record<'givenName' | 'familyName', string> = {
  givenName: '',
  familyName: '',
  emailAddress: '',
  level: 'EMPLOYEE',
};

/** Invites a person to the company. They become an employee when they accept. */
export function AddUserForm({ companyId, onAdded, onCancel }: AddUserFormProps) {
  const form = useCallForm('addUser', {
    initialValues: NEW_EMPLOYEE,
    request: (values) => ({ body: { ...values, companyId } }),
    onSuccess: () => {
      toast.success('Invitation Sent!');
      onAdded();
    },
  });
  return (
    <Form
      form={form}
      actions={<DialogActions label="Send invitation" busy={form.busy} onClose={onCancel} />}
    >
      <FieldGrid>
        <Field {...form.field('givenName')} label="First name" autoComplete="off" data-autofocus />
        <Field {...form.field('familyName')} label="Last name" autoComplete="off" />
      </FieldGrid>
      <Field
        {...form.field('emailAddress')}
        type="email"
        label="Email"
        autoComplete="off"
        description="We’ll email them a link. It expires in seven days."
      />
      <Choice {...form.field('level')} label="Role" options={LEVELS} />
    </Form>
  );
}
