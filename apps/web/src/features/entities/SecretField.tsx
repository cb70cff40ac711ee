import type { FieldDefinition } from '@cairn/contract/field-checks';
import { Button, Group, Text } from '@mantine/core';
import { IconEye, IconPencil } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { useAction } from '../../lib/useAction.ts';
import type { FieldProps } from '../../lib/useForm.ts';
import { EntityField, textOfValue } from './EntityFields.tsx';
import classes from './Entities.module.css';

interface SecretFieldProps {
  definition: FieldDefinition;
  /** Form field for a new value. Absent if the value cannot be changed here. */
  input?: FieldProps;
  masked: string;
  entityId: string;
  loanId: string;
  mayReveal: boolean;
  mayEdit: boolean;
  /** Called when the user starts to type a new value. */
  onChange?: () => void;
}

/** Masked until the user reveals it, which is logged. The user changes it by typing a new value. */
export function SecretField(props: SecretFieldProps) {
  const { definition: field, input, masked, entityId, loanId, mayReveal, mayEdit } = props;
  const [changing, setChanging] = useState(false);
  const reveal = useAction('revealIdentifier');
  if (changing && input) return <EntityField definition={field} input={input} />;
  const value = reveal.data ? textOfValue(field, reveal.data.value) : masked;
  const ask = () =>
    reveal.mutate({ params: { id: entityId }, body: { field: field.name, loanId } });
  return (
    <div className={clsx(classes.field, field.half && classes.half)}>
      <Text span display="block" mb="s6" size="meta" fw={600} id={`secret-${field.name}`}>
        {field.label}
      </Text>
      <Group gap="xs" mih={36}>
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
            onClick={() => {
              setChanging(true);
              props.onChange?.();
            }}
          >
            Change
          </Button>
        )}
      </Group>
      {mayReveal && (
        <Text mt="s6" size="meta" c="dimmed">
          Encrypted. Every view is logged.
        </Text>
      )}
    </div>
  );
}
