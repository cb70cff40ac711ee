import type { Subrole } from '@cairn/contract';
import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '../../lib/announce.ts';
import type { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './AdminPage.module.css';
import { NameField } from './NameField.tsx';
import { RowList } from '../../ui/RowList.tsx';

const TAKEN = 'A sub-role with this name already exists';

/** Shows "name taken" as a toast: the field is already closed when the server answers. */
function onFailure({ fieldErrors }: CallError): boolean {
  if (!fieldErrors['name']) return false;
  toast.error(fieldErrors['name']);
  return true;
}

export function Subroles({ companyId, mayEdit }: { companyId: string; mayEdit: boolean }) {
  const { data } = useCall('listSubroles', { params: { id: companyId } });
  const [editing, setEditing] = useState<string | null>(null);
  const { mutate } = useAction('saveSubrole', { onFailure });
  const subroles = data?.subroles ?? [];

  const save = (name: string, id?: string) => {
    setEditing(null);
    mutate(
      { body: { companyId, name, ...(id && { id }) } },
      { onSuccess: () => announce(`${name} saved`) },
    );
  };
  const refuse = (own: Subrole | null) => (name: string) =>
    subroles.some((each) => each.id !== own?.id && each.name.toLowerCase() === name.toLowerCase())
      ? TAKEN
      : null;

  if (!data) return null;
  return (
    <>
      <RowList framed aria-label="Contact sub-roles">
        {subroles.length === 0 && (
          <Text component="li" size="table" py={14} px="md" c="var(--ink-3)">
            No sub-roles yet
          </Text>
        )}
        {subroles.map((subrole) => (
          <li key={subrole.id} className={classes.item}>
            {editing === subrole.id ? (
              <NameField
                label={`New name of ${subrole.name}`}
                initial={subrole.name}
                refuse={refuse(subrole)}
                onSave={(name) => save(name, subrole.id)}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <>
                <Text
                  component="span"
                  inherit
                  fw={500}
                  flex={1}
                  miw={0}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {subrole.name}
                </Text>
                {mayEdit && (
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`Rename ${subrole.name}`}
                    onClick={() => setEditing(subrole.id)}
                  >
                    Rename
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
        {editing === 'new' && (
          <li className={classes.item}>
            <NameField
              label="Name of the new sub-role"
              refuse={refuse(null)}
              onSave={(name) => save(name)}
              onCancel={() => setEditing(null)}
            />
          </li>
        )}
      </RowList>
      {mayEdit && editing !== 'new' && (
        <Button
          variant="default"
          mt="sm"
          leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
          onClick={() => setEditing('new')}
        >
          Add sub-role
        </Button>
      )}
    </>
  );
}
