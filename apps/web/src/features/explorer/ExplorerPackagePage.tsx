import type { Element } from '@cairn/contract';
import { Box } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import type { Dragged } from '../../lib/dragAndDrop.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { Breadcrumb } from '../elements/Breadcrumb.tsx';
import { BulkBar } from '../elements/BulkBar.tsx';
import { ElementTable } from '../elements/ElementTable.tsx';
import { ITEMS } from '../elements/FolderTree.tsx';
import type { Question } from '../elements/ItemDialogs.tsx';
import {
  filterFolders,
  filterPackage,
  isFiltered,
  NO_FILTER,
  type PackageSearch,
} from '../elements/packageFilter.ts';
import { PackageFilters } from '../elements/PackageFilters.tsx';
import { buildPackage, type Folder, type Package } from '../elements/packageTree.ts';
import {
  clearSelection,
  selectionOf,
  setSelected,
  useSelectionStore,
} from '../elements/selectionStore.ts';
import { useElementActions } from '../elements/useElementActions.ts';
import { useLoan } from '../loans/useLoan.ts';

const ItemDialogs = lazy(() => import('../elements/ItemDialogs.tsx'));
const route = getRouteApi('/shell/explorer/loans/$loanId/package');
const nothing = () => undefined;

interface FilesProps {
  loanId: string;
  elements: Element[];
  built: Package;
  folder: Folder;
  mayDownload: boolean;
  people: NonNullable<ReturnType<typeof useLoan>['loan']>['loanRoles'][number]['user'][];
}

/** The contents of one folder. With a filter, all matches in the folder and its subfolders. */
function Files({ loanId, elements, built, folder, mayDownload, people }: FilesProps) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const asLender = isLenderStaff(user);
  const now = useNow();
  const choice = useSelectionStore();
  const actions = useElementActions(loanId, user.id);
  const [question, setQuestion] = useState<{ what: Question; about: readonly string[] } | null>(
    null,
  );
  const byId = useMemo(() => new Map(elements.map((element) => [element.id, element])), [elements]);
  const persons = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  const viewer = useMemo(() => ({ userId: user.id, asLender }), [user.id, asLender]);
  const matches = useMemo(
    () => (isFiltered(search) ? filterPackage(folder, search, { viewer, now }) : null),
    [folder, search, viewer, now],
  );
  const foundFolders = useMemo(
    () => (matches ? filterFolders(folder, search) : []),
    [matches, folder, search],
  );
  const clear = useCallback(() => clearSelection(choice), [choice]);
  const open = useEventCallback((to: Folder, change: PackageSearch = {}) => {
    clear();
    const next = to.parent === null ? undefined : to.element.id;
    void navigate({ search: (before) => ({ ...before, ...change, folder: next }) });
  });
  // Opening a folder from search results clears the search words, so that the folder shows all its contents.
  const openRow = useCallback((to: Folder) => open(to, { words: undefined }), [open]);
  const searchAll = useCallback(() => open(built.root), [open, built]);
  const filter = useEventCallback((change: PackageSearch) => {
    clear();
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  });
  const showAll = useCallback(() => filter(NO_FILTER), [filter]);
  const select = useCallback(
    (ids: readonly string[], isSelected: boolean) => setSelected(choice, ids, isSelected),
    [choice],
  );
  const preview = useEventCallback(
    (item: string) =>
      void navigate({
        to: routes.loan,
        params: { loanId },
        search: { view: 'package', item, ...(search.folder && { folder: search.folder }) },
      }),
  );
  const dragged = useEventCallback((id: string): Dragged => ({ type: ITEMS, ids: [id] }));
  return (
    <>
      {folder.parent && (
        <Box pb="sm">
          <Breadcrumb isTitled folder={folder} onChoose={open} />
        </Box>
      )}
      <PackageFilters
        {...{ people, viewer, search }}
        root={built.root}
        count={matches && matches.length + foundFolders.length}
        onChange={filter}
      />
      <ElementTable
        folder={folder}
        matches={matches}
        foundFolders={foundFolders}
        words={search.words}
        onSearchAll={search.words && folder.parent ? searchAll : undefined}
        onShowAll={showAll}
        asBorrower={!asLender}
        selectable={asLender || mayDownload}
        choice={choice}
        people={persons}
        onOpen={openRow}
        onSelect={select}
        onFocusItem={nothing}
        onPreview={preview}
        onAction={undefined}
        dragged={dragged}
      />
      <BulkBar
        {...{ choice, byId, actions }}
        downloadsOf={mayDownload ? loanId : undefined}
        onAsk={(what, about) => setQuestion({ what, about: about.map(({ id }) => id) })}
        onClear={clear}
      />
      <Suspense>
        {question && (
          <ItemDialogs
            question={question.what}
            chosen={selectionOf(question.about, byId)}
            root={built.root}
            folder={folder}
            people={people}
            actions={actions}
            onClose={() => setQuestion(null)}
            onDone={() => {
              setQuestion(null);
              clear();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** The package of a loan as a list of folders and files. */
export function ExplorerPackagePage() {
  const { loanId } = route.useParams();
  const search = route.useSearch();
  const onFailure = useLeaveWhenRefused();
  const { loan } = useLoan(loanId);
  const list = useCall('listElements', { params: { id: loanId } }, { onFailure });
  throwUnlessRefused(list);
  const built = useMemo(() => list.data && buildPackage(list.data.elements), [list.data]);
  const folder = built && (built.byId.get(search.folder ?? '') ?? built.root);
  const people = useMemo(() => loan?.loanRoles.map(({ user }) => user) ?? [], [loan]);
  return (
    <Page width="list">
      <PageHeader
        back={
          <BackLink to={routes.explorerLoan} params={{ loanId }}>
            {loan?.name ?? 'Loan'}
          </BackLink>
        }
        title={folder?.element.title ?? 'Package'}
      />
      {!list.data && <RowsSkeleton label="Loading the package" />}
      {list.data && !built && (
        <EmptyState title="No documents requested yet">Requested documents appear here.</EmptyState>
      )}
      {list.data && built && folder && (
        <Files
          loanId={loanId}
          elements={list.data.elements}
          built={built}
          folder={folder}
          mayDownload={list.data.abilities.download}
          people={people}
        />
      )}
    </Page>
  );
}
