import type { CompanyDetails } from '@cairn/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Switch } from '../../kit/Switch.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './CompanyForm.module.css';
import { changesIn, type CompanyFields, errorsIn, fieldsOf, shownErrors } from './companyForm.ts';
import { LogoField } from './LogoField.tsx';
import { SubdomainField } from './SubdomainField.tsx';

export const field = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
  description: classes.description ?? '',
};
const below = ['label', 'input', 'error', 'description'] as const;

function useCompanyForm(company: CompanyDetails) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(() => fieldsOf(company));
  const [errors, setErrors] = useState<Partial<Record<keyof CompanyFields, string>>>({});

  const show = (found: typeof errors): boolean => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    return first !== undefined;
  };
  const update = useAction('updateCompany', {
    onFailure: ({ fieldErrors }) => show(shownErrors(fieldErrors)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (show(errorsIn(fields))) return;
    update.mutate(
      { params: { companyId: company.id }, body: changesIn(fields, company) },
      {
        onSuccess: (saved) => {
          setFields(fieldsOf(saved));
          toast.success('The company is saved');
        },
      },
    );
  };
  return {
    form,
    fields,
    errors,
    submit,
    saving: update.isPending,
    set: (change: Partial<CompanyFields>) => setFields((now) => ({ ...now, ...change })),
  };
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <div>
        <h2 className={classes.heading}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.card}>{children}</div>
    </section>
  );
}

export function CompanyForm({ company }: { company: CompanyDetails }) {
  const { form, fields, errors, submit, saving, set } = useCompanyForm(company);
  const { data } = useCall('listTimezones', {});
  const mayEdit = company.abilities.edit;
  const text = (name: keyof CompanyFields) => ({
    name,
    value: fields[name] as string,
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
    classNames: field,
    inputWrapperOrder: [...below],
    disabled: !mayEdit,
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Section title="Company" text="Name and logo are also shown to people who log in.">
        <TextInput label="Name" {...text('name')} />
        <SubdomainField
          companyId={company.id}
          saved={company.subdomain ?? ''}
          value={fields.subdomain}
          error={errors.subdomain}
          disabled={!mayEdit}
          onChange={(subdomain) => set({ subdomain })}
        />
        <LogoField
          name={company.name}
          saved={company.logo}
          chosen={fields.logo}
          error={errors.logo}
          disabled={!mayEdit}
          onChange={(logo) => set({ logo })}
        />
      </Section>
      <Section title="Security" text="Holds for everybody who works in the company.">
        <fieldset className={classes.bare} disabled={!mayEdit}>
          <Switch
            label="Nobody approves a document that they uploaded themselves"
            checked={fields.fourEyesApproval}
            onChange={(fourEyesApproval) => set({ fourEyesApproval })}
          />
        </fieldset>
        <TextInput
          label="Passwords expire after days"
          inputMode="numeric"
          description="Leave it empty: passwords that nobody knows need no change."
          {...text('passwordExpiryDays')}
        />
      </Section>
      <Section title="Working hours" text="Kept for notifications: none are sent in quiet hours.">
        <div className={classes.pair}>
          <TextInput type="time" label="Quiet from" {...text('quietFrom')} />
          <TextInput type="time" label="Quiet until" {...text('quietUntil')} />
        </div>
        <NativeSelect
          label="Time zone"
          {...text('timezoneId')}
          rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        >
          <option value="">As each person has it</option>
          {data?.timezones.map(({ id, description }) => (
            <option key={id} value={id}>
              {description}
            </option>
          ))}
        </NativeSelect>
      </Section>
      {mayEdit && (
        <div className={classes.foot}>
          <Button type="submit" className={classes.save ?? ''} loading={saving}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
