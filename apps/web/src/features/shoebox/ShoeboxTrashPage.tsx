import type { ShoeboxItem } from '@cairn/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { withoutExtension } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import { NotThere } from '../../kit/NotThere.tsx';
import page from '../../kit/Page.module.css';
import { Trash, type Trashed } from '../../kit/Trash.tsx';
import { useAction } from '../../kit/useAction.ts';
import { useCall } from '../../kit/useCall.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { pipelineCompany } from '../identity/roles.ts';
import { useFiling } from './useFiling.ts';
import { useUser } from '../identity/useUser.ts';

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
  const { takeBack } = useFiling();
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
      text="Files that you remove from the shoebox stay here until they are restored or deleted."
      columns={['Loan', 'Put here']}
      things={list.data?.items.map((item) => asTrashed(item, now))}
      notThere={
        <NotThere query={list} loading="Loading the trash" failed="The trash could not be loaded" />
      }
      warning="The file goes for good. Nobody can bring it back."
      onRestore={restore}
      onRemove={(id) => remove({ body: { ids: [id] } })}
    />
  );
}
