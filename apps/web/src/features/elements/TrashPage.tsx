import type { Element } from '@cairn/contract';
import { IconArrowLeft, IconFile } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import page from '../../ui/Page.module.css';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { toast } from '../../lib/toast.ts';
import { Trash, type Trashed } from '../../ui/Trash.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { FolderKindIcon } from './FolderKindIcon.tsx';

const route = getRouteApi('/shell/explorer/trash/$loanId');

const whoAndWhen = ({ deletedByUser, whenDeleted }: Element, now: Date): string =>
  [deletedByUser && personName(deletedByUser), whenDeleted && formatModified(whenDeleted, now)]
    .filter(Boolean)
    .join(', ');

const asTrashed = (element: Element, now: Date): Trashed => ({
  id: element.id,
  title: element.title,
  icon:
    element.storageType === 'FOLDER' ? (
      <FolderKindIcon type={element.sherpaEntityType} size={18} />
    ) : (
      <IconFile size={18} stroke={1.7} aria-hidden />
    ),
  cells: [whoAndWhen(element, now)],
  mayRestore: element.abilities.trash,
  mayRemove: element.abilities.remove,
});

/** What was put into the trash of one loan. */
export function TrashPage() {
  const { loanId } = route.useParams();
  const now = useNow();
  const list = useCall('listElements', { params: { id: loanId }, query: { status: 'TRASHED' } });
  const { mutate: restore } = useAction('restoreElements');
  const { mutate: remove } = useAction('removeElements');
  if (list.isError) throw list.error;
  const trashed = list.data?.elements.filter(({ deleted }) => deleted);
  const titleOf = (id: string) => trashed?.find((each) => each.id === id)?.title;
  return (
    <Trash
      title="Trash"
      back={
        <Link
          to={routes.loan}
          params={{ loanId }}
          search={{ view: 'package' }}
          className={page.back ?? ''}
        >
          <IconArrowLeft size={15} stroke={1.7} aria-hidden /> Back to the package
        </Link>
      }
      text="Items stay here until you restore or delete them."
      columns={['Moved to trash']}
      things={trashed?.map((element) => asTrashed(element, now))}
      notThere={<RowsSkeleton label="Loading the trash" />}
      warning="This permanently deletes it and its contents. You can’t undo this."
      onRestore={(id) =>
        restore(
          { body: { loanId, elements: [id] } },
          { onSuccess: () => toast.success(`${titleOf(id)} restored`) },
        )
      }
      onRemove={(id) => remove({ body: { loanId, elements: [id] } })}
    />
  );
}
