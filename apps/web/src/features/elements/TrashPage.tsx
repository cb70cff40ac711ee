import type { Element } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { IconArrowBackUp, IconFile, IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { personName } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import classes from './TrashPage.module.css';

const route = getRouteApi('/shell/explorer/trash/$loanId');

interface RowProps {
  element: Element;
  now: Date;
  onRestore: () => void;
  onRemove: () => void;
}

function Row({ element, now, onRestore, onRemove }: RowProps) {
  const { title, deletedByUser, whenDeleted, abilities } = element;
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {element.storageType === 'FOLDER' ? (
            <FolderKindIcon type={element.sherpaEntityType} size={18} />
          ) : (
            <IconFile size={18} stroke={1.7} aria-hidden />
          )}
          {title}
        </span>
      </th>
      <td>
        {deletedByUser ? `${personName(deletedByUser)}, ` : ''}
        {whenDeleted ? formatModified(whenDeleted, now) : ''}
      </td>
      <td className={classes.actions}>
        {abilities.trash && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
            aria-label={`Restore ${title}`}
            onClick={onRestore}
          >
            Restore
          </Button>
        )}
        {abilities.remove && (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            aria-label={`Delete ${title} for good`}
            onClick={onRemove}
          >
            Delete
          </Button>
        )}
      </td>
    </tr>
  );
}

/** What was put into the trash of one loan: back to its place, or gone for good. */
export function TrashPage() {
  const { loanId } = route.useParams();
  const now = useNow();
  const list = useCall('listElements', { params: { id: loanId }, query: { status: 'TRASHED' } });
  const { mutate: restore } = useAction('restoreElements');
  const { mutate: remove } = useAction('removeElements');
  const [asked, setAsked] = useState<Element | null>(null);
  if (list.isError) throw list.error;
  if (!list.data) return <RowsSkeleton label="Loading the trash" />;
  const trashed = list.data.elements.filter(({ deleted }) => deleted);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>Trash</h1>
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(root) => (
            <Link {...root} to={routes.loan} params={{ loanId }} search={{ view: 'package' }} />
          )}
        >
          Back to the package
        </Button>
      </header>
      {trashed.length === 0 ? (
        <EmptyState title="The trash is empty">
          What you put into the trash stays here until it is restored or deleted.
        </EmptyState>
      ) : (
        <table className={classes.table} aria-label="Trash">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Put here</th>
              <th scope="col">
                <span className={classes.unseen}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {trashed.map((element) => (
              <Row
                key={element.id}
                element={element}
                now={now}
                onRestore={() =>
                  restore(
                    { body: { loanId, elements: [element.id] } },
                    { onSuccess: () => toast.success(`${element.title} is back in its place`) },
                  )
                }
                onRemove={() => setAsked(element)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={`Delete ${asked?.title ?? ''}?`}
        size={420}
        padding={24}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p>It goes for good, with everything in it and its files. Nobody can bring it back.</p>
        <div className={classes.confirm}>
          <Button variant="subtle" onClick={() => setAsked(null)}>
            Cancel
          </Button>
          <Button
            color="red"
            leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
            onClick={() => {
              if (asked) remove({ body: { loanId, elements: [asked.id] } });
              setAsked(null);
            }}
          >
            Delete for good
          </Button>
        </div>
      </Modal>
    </div>
  );
}
