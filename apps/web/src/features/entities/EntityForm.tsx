import type { LoanEntity } from '@cairn/contract';
import { checkInformation, type EntityKind } from '@cairn/contract/entity-fields';
import type { FieldDefinition } from '@cairn/contract/field-checks';
import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { EntityField, typed } from './EntityFields.tsx';
import { SecretField } from './SecretField.tsx';
import { sectionsOf } from './information.ts';
import classes from './Entities.module.css';

export type Given = Record<string, string | number | null>;

interface EntityFormProps {
  kind: EntityKind;
  loanId: string;
  /** What is known already; absent for a new one. */
  entity?: LoanEntity;
  serverErrors: Record<string, string>;
  saving: boolean;
  onSave: (information: Given) => void;
  onCancel: () => void;
  /** Only these fields are asked; the others stay as they are. */
  only?: readonly string[];
  /** These have to be there here, whatever the kind says. */
  needed?: readonly string[];
  children?: ReactNode;
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** One form for every kind, from the fields of the contract; the server asks the same questions. */
export function EntityForm(props: EntityFormProps) {
  const { kind, loanId, entity, serverErrors, saving, onSave, onCancel, children } = props;
  const { only, needed = [] } = props;
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Record<string, string>>({});
  const errors = { ...serverErrors, ...found };
  const mayEdit = entity?.abilities.edit ?? true;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = textsOf(event.currentTarget);
    const checked = checkInformation(kind, given, entity ? 'change' : 'whole');
    setFound(checked.errors);
    const [first] = Object.keys(checked.errors);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else onSave(checked.information);
  };
  const render = (field: FieldDefinition) => {
    const masked = entity?.masked[field.name];
    const error = errors[field.name];
    if (entity && masked !== undefined) {
      return (
        <SecretField
          key={field.name}
          field={field}
          masked={masked}
          entityId={entity.entityId}
          loanId={loanId}
          mayReveal={entity.abilities.reveal}
          mayEdit={mayEdit}
          error={error}
        />
      );
    }
    const value = typed(field, entity?.information[field.name]);
    const required = field.required === true || needed.includes(field.name);
    return (
      <EntityField key={field.name} field={{ ...field, required }} value={value} error={error} />
    );
  };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <fieldset className={classes.whole} disabled={!mayEdit}>
        {sectionsOf(kind, only).map(([section, fields]) => (
          <section key={section} className={classes.section} aria-label={section}>
            <h2 className={classes.heading}>{section}</h2>
            <div className={classes.fields}>{fields.map(render)}</div>
          </section>
        ))}
        {children}
      </fieldset>
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          {mayEdit ? 'Cancel' : 'Back'}
        </Button>
        {mayEdit && (
          <Button type="submit" loading={saving}>
            Save
          </Button>
        )}
      </div>
    </form>
  );
}
