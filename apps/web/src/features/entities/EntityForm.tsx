import type { LoanEntity } from '@cairn/contract';
import { checkInformation, type EntityKind } from '@cairn/contract/entity-fields';
import type { FieldDefinition } from '@cairn/contract/field-checks';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useForm } from '../../lib/useForm.ts';
import { Form } from '../../ui/Form.tsx';
import { cardFrame, FieldGrid } from '../../ui/Card.tsx';
import type { Address } from './AddressField.tsx';
import { EntityField, textOfValue } from './EntityFields.tsx';
import { SecretField } from './SecretField.tsx';
import { knownParts, sectionsOf } from './information.ts';
import { useAddressField } from './useAddressField.ts';
import classes from './Entities.module.css';
import { clsx } from 'clsx';

export type EntityValues = Record<string, string | number | null>;

interface EntityFormProps {
  kind: EntityKind;
  loanId: string;
  /** The entity to edit. Absent for a new entity. */
  entity?: LoanEntity;
  /** Saves with `useAction` calls whose failures are shown in the form. */
  onSave: (information: EntityValues) => Promise<unknown>;
  onCancel: () => void;
  /** The form shows only these fields. The others remain unchanged. */
  only?: readonly string[];
  /** Fields that are required here even if they are optional for the kind. */
  needed?: readonly string[];
  children?: ReactNode;
}

/** The fields that are filled when an address is chosen, besides the street. */
const ADDRESS_PARTS = ['unit', 'city', 'state', 'postalCode'];

/** Typed values by field. A masked field has no value until it is changed. */
type Typed = Record<string, string | undefined>;

function valuesOf(fields: readonly FieldDefinition[], entity: LoanEntity | undefined): Typed {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      entity?.masked[field.name] === undefined
        ? textOfValue(field, entity?.information[field.name])
        : undefined,
    ]),
  );
}

/**
 * One form for every kind of entity, generated from the fields of the contract. The server validates the same fields.
 */
export function EntityForm(props: EntityFormProps) {
  const { kind, loanId, entity, onSave, onCancel, only, needed = [], children } = props;
  const sections = sectionsOf(kind, only);
  const mayEdit = entity?.abilities.edit ?? true;
  const check = (values: Typed) => {
    const entries = Object.entries(values).filter(([, value]) => value !== undefined);
    return checkInformation(kind, Object.fromEntries(entries), entity ? 'change' : 'whole');
  };
  const form = useForm<Typed>({
    initialValues: valuesOf(
      sections.flatMap(([, fields]) => fields),
      entity,
    ),
    optional: 'all',
    validate: (values) => check(values).errors,
    onSubmit: (values) => onSave(check(values).information),
  });
  // Part of the key of these fields: they mount again and show the values of the chosen address.
  const [filled, setFilled] = useState(0);
  const hasStreet = sections.some(([, fields]) => fields.some(({ name }) => name === 'street'));
  const AddressField = useAddressField(mayEdit && hasStreet);
  /** Does not overwrite fields that the user changed while the address service was called. */
  const startFill = () => {
    const before = form.getValues();
    return (address: Address) => {
      const now = form.getValues();
      for (const [name, value] of knownParts(address)) {
        if (now[name] === before[name]) form.setField(name, value);
      }
      setFilled((count) => count + 1);
    };
  };
  const render = (field: FieldDefinition) => {
    const masked = entity?.masked[field.name];
    if (entity && masked !== undefined) {
      return (
        <SecretField
          key={field.name}
          definition={field}
          input={form.field(field.name)}
          masked={masked}
          entityId={entity.entityId}
          loanId={loanId}
          mayReveal={entity.abilities.reveal}
          mayEdit={mayEdit}
          onChange={() => form.setField(field.name, '')}
        />
      );
    }
    const required = field.required === true || needed.includes(field.name);
    const about = { definition: { ...field, required }, input: form.field(field.name) };
    const key = `${field.name} ${ADDRESS_PARTS.includes(field.name) ? filled : ''}`;
    return field.name === 'street' && AddressField !== null ? (
      <AddressField key={key} {...about} startFill={startFill} />
    ) : (
      <EntityField key={key} {...about} />
    );
  };

  return (
    <Form
      form={form}
      className={classes.form ?? ''}
      actions={
        <div className={classes.actions}>
          <Button variant="default" onClick={onCancel}>
            {mayEdit ? 'Cancel' : 'Back'}
          </Button>
          {mayEdit && (
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
          )}
        </div>
      }
    >
      <fieldset disabled={!mayEdit}>
        {sections.map(([section, fields]) => (
          <section key={section} className={clsx(cardFrame, classes.section)} aria-label={section}>
            <Text component="h2" className={classes.heading} mb="sm" size="subsection" fw={600}>
              {section}
            </Text>
            <FieldGrid>{fields.map(render)}</FieldGrid>
          </section>
        ))}
        {children}
      </fieldset>
    </Form>
  );
}
