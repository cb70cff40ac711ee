import type { ShoeboxItem } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { withoutExtension } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import classes from '../elements/TrashPage.module.css';
import { pipelineCompany } from '../identity/roles.ts';
import { useFiling } from './useFiling.ts';

interface RowProps {
  item: ShoeboxItem;
  now: Date;
  onRestore: () => void;
  onRemove: () => void;
}

function Row({ item, now, onRestore, onRemove }: RowProps) {
  const name = withoutExtension(item.title);
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <FileKind name={item.document.name} />
          {name}
        </span>
      </th>
      <td>{item.loan?.name ?? 'My shoebox'}</td>
      <td>{item.whenDeleted && formatModified(item.whenDeleted, now)}</td>
      <td className={classes.actions}>
        {item.abilities.trash && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
            aria-label={`Restore ${name}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        )}
        {item.abilities.remove && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Delete ${name} for good`}
            onClick={onRemove}
          >
            Delete
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What was thrown away before it was filed: back to its shoebox, or gone for good. */
export function ShoeboxTrashPage() {
  const { user } = useRouteContext({ from: '/shell' });
  const now = useNow();
  const list = useCall('listLenderShoebox', { query: { status: 'TRASHED' } });
  const { takeBack } = useFiling();
  const { mutate: remove } = useAction('removeShoeboxItems');
  const [asked, setAsked] = useState<ShoeboxItem>();
  const back = pipelineCompany(user) === null ? routes.ownShoebox : routes.shoebox;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Trash of the shoebox</h1>
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(root) => <Link {...root} to={back} />}
        >
          Back to the shoebox
        </Button>
      </header>
      {!list.data && (
        <NotThere query={list} loading="Loading the trash" failed="The trash could not be loaded" />
      )}
      {list.data?.items.length === 0 && (
        <EmptyState title="The trash is empty">
          Files that you remove from the shoebox stay here until they are restored or deleted.
        </EmptyState>
      )}
      {list.data && list.data.items.length > 0 && (
        <table className={classes.table} aria-label="Trash of the shoebox">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Loan</th>
              <th scope="col">Put here</th>
              <th scope="col">
                <span className={classes.unseen}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.data.items.map((item) => (
              <Row
                key={item.id}
                item={item}
                now={now}
                onRestore={() => takeBack(item)}
                onRemove={() => setAsked(item)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Modal
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`Delete ${withoutExtension(asked?.title ?? '')}?`}
        size={420}
        padding={24}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p>The file goes for good. Nobody can bring it back.</p>
        <div className={classes.confirm}>
          <Button variant="subtle" onClick={() => setAsked(undefined)}>
            Cancel
          </Button>
          <Button
            color="red"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => {
              if (asked) remove({ body: { ids: [asked.id] } });
              setAsked(undefined);
            }}
          >
            Delete for good
          </Button>
        </div>
      </Modal>
    </div>
  );
}
