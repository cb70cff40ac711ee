import type { CompanyDetails } from '@cairn/contract';
import { Box, Button, Flex, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Form } from '../../ui/Form.tsx';
import { Card, FieldGrid, PageSection } from '../../ui/Card.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './CompanyForm.module.css';
import { changesIn, type CompanyFields, errorsIn, FIELD_OF, fieldsOf } from './companyForm.ts';
import { LogoField } from './LogoField.tsx';
import { SubdomainField } from './SubdomainField.tsx';

function useCompanyForm(company: CompanyDetails) {
  const form = useCallForm('updateCompany', {
    mode: 'controlled',
    initialValues: fieldsOf(company),
    optional: 'all',
    validate: errorsIn,
    fieldOf: FIELD_OF,
    request: (fields) => ({
      params: { companyId: company.id },
      body: changesIn(fields, company),
    }),
    onSuccess: (_fields, saved) => {
      form.setValues(fieldsOf(saved));
      toast.success('Company saved');
    },
  });
  return form;
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <PageSection title={title} label={title} text={text}>
      <Card>
        <Stack gap="s20">{children}</Stack>
      </Card>
    </PageSection>
  );
}

export function CompanyForm({ company }: { company: CompanyDetails }) {
  const form = useCompanyForm(company);
  const { values: fields, errors, setValues: set } = form;
  const { data } = useCall('listTimezones', {});
  const mayEdit = company.abilities.edit;
  const text = (name: keyof CompanyFields) => ({
    ...form.field(name),
    disabled: !mayEdit,
  });
  return (
    <Form
      form={form}
      actions={
        mayEdit && (
          <Flex justify="flex-end" pt="xs">
            <Button type="submit" className={classes.save ?? ''} loading={form.busy}>
              Save
            </Button>
          </Flex>
        )
      }
    >
      <Section title="Company" text="Name and logo are also shown to people who log in.">
        <TextInput label="Name" {...text('name')} />
        <SubdomainField
          companyId={company.id}
          saved={company.subdomain ?? ''}
          value={fields.subdomain}
          error={errors['subdomain']}
          disabled={!mayEdit}
          onChange={(subdomain) => set({ subdomain })}
        />
        <LogoField
          name={company.name}
          saved={company.logo}
          chosen={fields.logo}
          error={errors['logo']}
          disabled={!mayEdit}
          onChange={(logo) => set({ logo })}
        />
      </Section>
      <Section title="Security" text="Applies to everyone in the company.">
        <Box component="fieldset" m={0} p={0} miw={0} bd={0} disabled={!mayEdit}>
          <Switch
            label="People can’t approve documents they uploaded"
            checked={fields.fourEyesApproval}
            onChange={(fourEyesApproval) => set({ fourEyesApproval })}
          />
          <p className={classes.description}>
            Turning this off takes effect 24 hours after you save.
          </p>
        </Box>
        <TextInput
          label="Password expiration (days)"
          inputMode="numeric"
          description="Leave blank to never expire."
          {...text('passwordExpiryDays')}
        />
      </Section>
      <Section title="Working hours" text="No notifications are sent during quiet hours.">
        <FieldGrid>
          <TextInput type="time" label="Quiet from" {...text('quietFrom')} />
          <TextInput type="time" label="Quiet until" {...text('quietUntil')} />
        </FieldGrid>
        <NativeSelect
          label="Time zone"
          {...text('timezoneId')}
          rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        >
          <option value="">Each person’s own time zone</option>
          {data?.timezones.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </NativeSelect>
      </Section>
    </Form>
  );
}
