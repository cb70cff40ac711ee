import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';
import { FieldGrid, Panel, panelButton } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/Page.tsx';
import { SubdomainField } from './SubdomainField.tsx';
import classes from './CreateCompanyPage.module.css';

/** Creates a company together with its first owner. */
export function CreateCompanyPage() {
  const navigate = useNavigate();
  const form = useCallForm('createCompanyUser', {
    initialValues: {
      company: { name: '', subdomain: '' },
      user: { givenName: '', familyName: '', emailAddress: '' },
    },
    mode: 'controlled',
    request: (body) => ({ body }),
    onSuccess: (_given, { company, user }) => {
      toast.success(`${company.name} created. Invitation sent to ${user.emailAddress}.`);
      void navigate({ to: routes.adminPeople, search: { companyId: company.id } });
    },
  });
  return (
    <>
      <PageHeader
        title="Create a company"
        lead="It starts with a set of phases. The owner gets an email and sets up the rest."
      />
      <Panel>
        <Form
          form={form}
          actions={
            <Button type="submit" className={panelButton} loading={form.busy}>
              Create company
            </Button>
          }
        >
          <Stack component="fieldset" className={classes.part} gap="md">
            <Text component="legend" size="subsection" fw={600} p={0} mb="sm">
              Company
            </Text>
            <Field {...form.field('company.name')} label="Name" />
            <SubdomainField
              name="company.subdomain"
              companyId={null}
              saved=""
              value={form.values.company.subdomain}
              error={form.errors['company.subdomain']}
              onChange={(subdomain) => form.setField('company.subdomain', subdomain)}
            />
          </Stack>
          <Stack component="fieldset" className={classes.part} gap="md">
            <Text component="legend" size="subsection" fw={600} p={0} mb="sm">
              First owner
            </Text>
            <FieldGrid>
              <Field {...form.field('user.givenName')} label="First name" autoComplete="off" />
              <Field {...form.field('user.familyName')} label="Last name" autoComplete="off" />
            </FieldGrid>
            <Field
              {...form.field('user.emailAddress')}
              type="email"
              label="Email"
              autoComplete="off"
              description="We’ll email them a link to set a password. It expires in seven days."
            />
          </Stack>
        </Form>
      </Panel>
    </>
  );
}
