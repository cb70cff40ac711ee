import type { CompanyDetails } from '@cairn/contract';
import { APPLICATION_ROLES } from '@cairn/contract/loan-application-terms';
import { Box, Button, Group, Stack, TextInput } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Card, PageSection } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { roleChangesIn, roleErrorsIn, roleFieldOf, roleFieldsOf } from './applicationRoles.ts';

/** Names of the roles in the company's loan applications, and which roles applicants can choose. */
export function ApplicationRoles({ company }: { company: CompanyDetails }) {
  const roles = company.settings.applicationRoles;
  const form = useCallForm('updateCompany', {
    mode: 'controlled',
    initialValues: roleFieldsOf(roles),
    validate: roleErrorsIn,
    fieldOf: roleFieldOf,
    rules: async () => (await import('@cairn/contract/companies')).companies.updateCompany.body,
    request: (fields) => ({
      params: { companyId: company.id },
      body: { settings: { applicationRoles: roleChangesIn(fields, roles) } },
    }),
    onSuccess: (_fields, saved) => {
      form.setValues(roleFieldsOf(saved.settings.applicationRoles));
      toast.success('Application roles saved');
    },
  });
  const disabled = !company.abilities.edit;
  return (
    <PageSection
      title="Application roles"
      text="What applicants choose from for each person and business. Rules and templates still recognize a role that you rename."
    >
      <Card>
        <Form
          form={form}
          aria-label="Application roles"
          actions={
            !disabled && (
              <Group justify="flex-end">
                <Button type="submit" loading={form.busy}>
                  Save roles
                </Button>
              </Group>
            )
          }
        >
          <Stack gap="s20">
            {roles.map(({ label }) => {
              const { name } = APPLICATION_ROLES[label];
              return (
                <Box
                  key={label}
                  component="fieldset"
                  m={0}
                  p={0}
                  miw={0}
                  bd={0}
                  disabled={disabled}
                  aria-label={name}
                >
                  <TextInput
                    label={`Name for “${name}”`}
                    maxLength={255}
                    {...form.field(`${label}.name`)}
                  />
                  {label !== 'APPLICANT' && (
                    <Switch
                      label="Applicants can choose it"
                      checked={form.values[label].offered}
                      onChange={(offered) =>
                        form.setValues({ [label]: { ...form.values[label], offered } })
                      }
                    />
                  )}
                </Box>
              );
            })}
          </Stack>
        </Form>
      </Card>
    </PageSection>
  );
}
