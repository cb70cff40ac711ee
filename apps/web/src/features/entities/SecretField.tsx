import type { FieldDefinition } from '@cairn/contract/field-checks';
import { Button } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useAction } from '../../kit/useAction.ts';
import { EntityField, typed } from './EntityFields.tsx';
import classes from './Entities.module.css';

interface SecretFieldProps {
  field: FieldDefinition;
  masked: string;
  entityId: string;
  loanId: string;
  mayReveal: boolean;
  mayEdit: boolean;
  error: string | undefined;
}

/** Masked until somebody asks for it, which is written down; typed anew to change it. */
export function SecretField(props: SecretFieldProps) {
  const { field, masked, entityId, loanId, mayReveal, mayEdit, error } = props;
  const [changing, setChanging] = useState(false);
  const reveal = useAction('revealIdentifier');
  if (changing) return <EntityField field={field} value="" error={error} />;
  const value = reveal.data ? typed(field, reveal.data.value) : masked;
  const ask = () =>
    reveal.mutate({ params: { id: entityId }, body: { field: field.name, loanId } });
  return (
    <div className={clsx(classes.field, field.half && classes.half)}>
      <span className={classes.label} id={`secret-${field.name}`}>
        {field.label}
      </span>
      <div className={classes.secret}>
        <output className={classes.masked} aria-labelledby={`secret-${field.name}`}>
          {value}
        </output>
        {mayReveal && !reveal.data && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconEye size={15} stroke={1.7} aria-hidden />}
            loading={reveal.isPending}
            aria-label={`Show ${field.label}`}
            onClick={ask}
          >
            Show
          </Button>
        )}
        {mayEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPencil size={15} stroke={1.7} aria-hidden />}
            aria-label={`Change ${field.label}`}
            onClick={() => setChanging(true)}
          >
            Change
          </Button>
        )}
      </div>
      {mayReveal && (
        <p className={classes.description}>Encrypted. Who looks at it is written down.</p>
      )}
    </div>
  );
}
