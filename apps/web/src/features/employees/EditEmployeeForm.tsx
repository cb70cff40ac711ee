import type { Employee } from '@cairn/contract';
import { Button } from '@mantine/core';
import { Choice, Field, LongField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { FieldGrid, Panel, panelButton } from '../../ui/Card.tsx';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { LEVELS } from './employeeStatus.ts';

interface EditFormProps {
  companyId: string;
  person: Employee;
}

function useEditForm(companyId: string, person: Employee) {
  const isInvited = person.status === 'INVITED';
  const edit = useAction('editUser', { onFailure: isShownInForm });
  const present = useAction('updateEmployeeInfo', { onFailure: isShownInForm });
  return useForm({
    initialValues: {
      givenName: person.givenName ?? '',
      familyName: person.familyName ?? '',
      jobTitle: person.jobTitle ?? '',
      phone: person.phone ?? '',
      introduction: person.introduction ?? '',
      level: person.level,
    },
    // The server reports which name is missing.
    optional: ['givenName', 'familyName', 'jobTitle', 'phone', 'introduction'],
    onSubmit: async ({ givenName, familyName, level, ...details }) => {
      const changes = isInvited ? { givenName, familyName } : details;
      if (person.abilities.changeLevel) {
        await edit.mutateAsync({
          params: { id: person.id },
          body: { companyId, level, ...changes },
        });
      } else {
        await present.mutateAsync({ body: { companyId, userId: person.id, ...details } });
      }
      toast.success('Saved');
    },
  });
}

type FieldsProps = Pick<ReturnType<typeof useEditForm>, 'field'>;

function Names({ field }: FieldsProps) {
  return (
    <FieldGrid>
      <Field {...field('givenName')} label="First name" autoComplete="off" />
      <Field {...field('familyName')} label="Last name" autoComplete="off" />
    </FieldGrid>
  );
}

/** Fields that the company maintains. Employees change their names themselves. */
function Details({ field }: FieldsProps) {
  return (
    <>
      <FieldGrid>
        <Field {...field('jobTitle')} label="Job title" autoComplete="off" />
        <Field {...field('phone')} type="tel" label="Work phone" autoComplete="off" />
      </FieldGrid>
      <LongField
        {...field('introduction')}
        label="Bio for borrowers"
        description="Borrowers see this with the name and email."
        minRows={2}
        maxRows={8}
      />
    </>
  );
}

export function EditForm({ companyId, person }: EditFormProps) {
  const form = useEditForm(companyId, person);
  return (
    <Panel>
      <Form
        form={form}
        actions={
          <Button type="submit" className={panelButton} loading={form.busy}>
            Save
          </Button>
        }
      >
        {person.status === 'INVITED' ? (
          <Names field={form.field} />
        ) : (
          <Details field={form.field} />
        )}
        {person.abilities.changeLevel && (
          <Choice {...form.field('level')} label="Role" options={LEVELS} />
        )}
      </Form>
    </Panel>
  );
}
