import type { Subrole } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '../../kit/announce.ts';
import type { CallError } from '../../kit/CallError.ts';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import classes from './AdminPage.module.css';
import { NameField } from './NameField.tsx';

const TAKEN = 'There is a sub-role with this name already';

/** A colleague may have been faster: the field is gone by then, so it is said beside the page. */
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
      <ul className={`${classes.card} ${classes.list}`} aria-label="Contact sub-roles">
        {subroles.length === 0 && <li className={classes.none}>No sub-role yet</li>}
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
                <span className={classes.itemName}>{subrole.name}</span>
                {mayEdit && (
                  <button
                    type="button"
                    className={classes.action}
                    aria-label={`Rename ${subrole.name}`}
                    onClick={() => setEditing(subrole.id)}
                  >
                    Rename
                  </button>
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
      </ul>
      {mayEdit && editing !== 'new' && (
        <Button
          variant="default"
          className={classes.foot ?? ''}
          leftSection={<IconPlus size={15} stroke={1.7} aria-hidden />}
          onClick={() => setEditing('new')}
        >
          Add sub-role
        </Button>
      )}
    </>
  );
}
