import type { ShoeboxItem } from '@cairn/contract';
import { getRouteApi } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Trash, type Trashed } from '../../ui/Trash.tsx';
import { job, sendAll } from '../../lib/sendAll.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { pipelineCompany } from '../../lib/roles.ts';
import { useWaitingFiles } from './useWaitingFiles.ts';
import { filterOf, isFiltered } from './waitingFilter.ts';
import { FileFilters, WaitingFilters } from './WaitingFilters.tsx';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/explorer/trash/shoebox');

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

/** Shoebox files that were moved to the trash before they were filed. */
export function ShoeboxTrashPage() {
  const user = useUser();
  const now = useNow();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useWaitingFiles({ status: 'TRASHED', ...filterOf(search, now) });
  const isLender = pipelineCompany(user) !== null;
  const back = isLender ? routes.shoebox : routes.ownShoebox;
  // Loan stages and officers are useful filters only for lenders.
  const Filters = isLender ? WaitingFilters : FileFilters;
  const titleOf = (id: string): string =>
    withoutExtension(list.items.find((each) => each.id === id)?.title ?? 'The file');
  const send = (
    name: 'restoreShoeboxItems' | 'removeShoeboxItems',
    itemIds: readonly string[],
    verb: string,
  ) => {
    const ids = [...itemIds];
    return sendAll([job(name, { body: { ids } }, ids.length)], ids.length, verb, {
      title: titleOf(ids[0]!),
    });
  };
  return (
    <Trash
      title="Trash of the shoebox"
      back={<BackLink to={back}>Back to the shoebox</BackLink>}
      text="Files you remove from the shoebox stay here until you restore or delete them."
      columns={['Loan', 'Moved to trash']}
      things={list.data && list.items.map((item) => asTrashed(item, now))}
      filters={
        <Filters
          search={search}
          onFilter={(change) =>
            void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
          }
        />
      }
      isFiltered={isFiltered(search)}
      onNearEnd={() => {
        if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
      }}
      notThere={
        <QueryFallback
          query={list}
          loading="Loading the trash"
          failed="The trash could not be loaded"
        />
      }
      warning="This permanently deletes the file. You can’t undo this."
      warningOfSeveral="This permanently deletes the files. You can’t undo this."
      onRestore={(ids) => send('restoreShoeboxItems', ids, 'restored')}
      onRemove={(ids) => send('removeShoeboxItems', ids, 'deleted permanently')}
    />
  );
}
