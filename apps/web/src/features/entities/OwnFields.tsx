import type { LoanEntity } from '@cairn/contract';
import { CUSTOMIZATION_NAME_MAX, MAX_CUSTOMIZATIONS } from '@cairn/contract/entity-fields';
import { ActionIcon, Box, Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { isShownInForm, useForm } from '../../lib/useForm.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Form } from '../../ui/Form.tsx';
import classes from './OwnFields.module.css';
import { type OwnField, ownFieldChanges, ownFieldsComplaint, ownFieldsOf } from './ownFields.ts';

/** Focuses a new field when it is added. */
const focusOnMount = (input: HTMLInputElement | null): void => input?.focus();

interface FieldLineProps {
  field: OwnField;
  place: number;
  onChange: (field: OwnField) => void;
  onRemove: () => void;
}

function FieldLine({ field, place, onChange, onRemove }: FieldLineProps) {
  const { name, value, saved } = field;
  return (
    <li className={classes.line}>
      {saved ? (
        <Text component="span" inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      ) : (
        <TextInput
          aria-label={`Name of field ${place}`}
          placeholder="Name"
          ref={focusOnMount}
          maxLength={CUSTOMIZATION_NAME_MAX}
          value={name}
          onChange={(event) => onChange({ ...field, name: event.currentTarget.value })}
        />
      )}
      <TextInput
        aria-label={saved ? name : `Value of field ${place}`}
        placeholder="Value"
        maxLength={255}
        value={value}
        onChange={(event) => onChange({ ...field, value: event.currentTarget.value })}
      />
      <ActionIcon aria-label={`Remove ${name || `field ${place}`}`} onClick={onRemove}>
        <IconX size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function Heading() {
  return (
    <>
      <Text component="h2" size="subsection" fw={600}>
        Custom fields on this loan
      </Text>
      <Text size="meta" c="var(--ink-2)" mb="sm">
        Only your team sees them.
      </Text>
    </>
  );
}

const frame = {
  fz: 'table',
  lh: 'table',
  p: 's20',
  mt: 'md',
  bg: 'var(--surface)',
  bd: 'var(--border)',
  bdrs: 'lg',
} as const;

/** Read-only list for employees who can read the loan but do not manage it. Borrowers receive no custom fields. */
export function OwnFieldList({ customizations }: Pick<LoanEntity, 'customizations'>) {
  const fields = ownFieldsOf(customizations);
  if (fields.length === 0) return null;
  return (
    <Box component="section" aria-label="Custom fields" {...frame}>
      <Heading />
      <DescriptionList items={fields.map(({ name, value }) => [name, value])} />
    </Box>
  );
}

interface Typed {
  /** Null until the user changes a field. Until then the saved fields are shown. */
  fields: OwnField[] | null;
}

/** Custom fields that the lender keeps about an entity on this loan. Borrowers never see them. */
export function OwnFields({ entity }: { entity: LoanEntity }) {
  const { loanId, entityId, version, customizations } = entity;
  const update = useAction('bulkUpdateEntity', { onFailure: isShownInForm });
  const form = useForm<Typed>({
    mode: 'controlled',
    initialValues: { fields: null },
    optional: 'all',
    fieldOf: () => 'fields',
    validate: ({ fields }) => {
      const complaint = ownFieldsComplaint(fields ?? []);
      return complaint ? { fields: complaint } : {};
    },
    onSubmit: async ({ fields }) => {
      const changes = ownFieldChanges(fields ?? [], customizations);
      await update.mutateAsync({
        params: { loanId },
        body: [{ entityId, version, customizations: changes }],
      });
      toast.success('Custom fields saved');
      form.setValues({ fields: null });
    },
  });
  const edited = form.values.fields;
  const fields = edited ?? ownFieldsOf(customizations);
  const change = (next: OwnField[]) => form.setValues({ fields: next });
  const foot = (
    <Group gap="sm" justify="space-between" mt="md">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
        disabled={fields.length >= MAX_CUSTOMIZATIONS}
        onClick={() => change([...fields, { name: '', value: '', saved: false }])}
      >
        Add a field
      </Button>
      {edited && (
        <Group component="span" gap="sm">
          <Button variant="default" onClick={() => form.setValues({ fields: null })}>
            Undo
          </Button>
          <Button type="submit" loading={form.busy}>
            Save fields
          </Button>
        </Group>
      )}
    </Group>
  );
  return (
    <Box {...frame}>
      <Form form={form} aria-label="Custom fields" actions={foot}>
        <Heading />
        <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {fields.map((field, index) => (
            <FieldLine
              key={field.saved ? field.name : index}
              field={field}
              place={index + 1}
              onChange={(next) => change(fields.with(index, next))}
              onRemove={() => change(fields.toSpliced(index, 1))}
            />
          ))}
        </Box>
        {form.errors['fields'] && (
          <Text role="alert" size="meta" c="var(--red-fg)" mt="xs">
            {form.errors['fields']}
          </Text>
        )}
      </Form>
    </Box>
  );
}
