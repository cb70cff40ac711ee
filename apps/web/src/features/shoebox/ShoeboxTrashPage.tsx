import type { ShoeboxItem } from '@cairn/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import page from '../../ui/Page.module.css';
import { Trash, type Trashed } from '../../ui/Trash.tsx';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { pipelineCompany } from '../../lib/roles.ts';
import { useFileItems } from './useFileItems.ts';
import { useUser } from '../../lib/useUser.ts';

const asTrashed = (item: ShoeboxItem, now: Date): Trashed => ({
  id: item.id,
  title: withoutExtension(item.title),
  icon: <FileKind name={item.document.name} />,
  cells: [
    item.loan?.name ?? 'My shoebox',
    item.whenDeleted && formatModified(item.whenDeleted, now),
  ],
  mayRestore: item.abilities.trash,
  mayRemove: item.abilities.remove,
});

/** What was thrown away before it was filed. */
export function ShoeboxTrashPage() {
  const user = useUser();
  const now = useNow();
  const list = useCall('listLenderShoebox', { query: { status: 'TRASHED' } });
  const { takeBack } = useFileItems();
  const { mutate: remove } = useAction('removeShoeboxItems');
  const back = pipelineCompany(user) === null ? routes.ownShoebox : routes.shoebox;
  const restore = (id: string) => {
    const item = list.data?.items.find((each) => each.id === id);
    if (item) takeBack(item);
  };
  return (
    <Trash
      title="Trash of the shoebox"
      back={
        <Link to={back} className={page.back ?? ''}>
          <IconArrowLeft size={15} stroke={1.7} aria-hidden /> Back to the shoebox
        </Link>
      }
      text="Files you remove from the shoebox stay here until you restore or delete them."
      columns={['Loan', 'Moved to trash']}
      things={list.data?.items.map((item) => asTrashed(item, now))}
      notThere={
        <QueryFallback
          query={list}
          loading="Loading the trash"
          failed="The trash could not be loaded"
        />
      }
      warning="This permanently deletes the file. You can’t undo this."
      onRestore={restore}
      onRemove={(id) => remove({ body: { ids: [id] } })}
    />
  );
}
