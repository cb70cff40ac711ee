import type { Element, Person } from '@cairn/contract';
import { Box, Button, Flex, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import { routes } from '../../lib/routes.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { percentOf } from '../../lib/progress.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import type { Dragged } from '../../lib/dragAndDrop.ts';
import { useRefusedDrops } from '../documents/useRefusedDrops.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { BulkBar } from './BulkBar.tsx';
import { DropOverlay } from './DropOverlay.tsx';
import { setSelected, selectionOf, clearSelection, useSelectionStore } from './selectionStore.ts';
import { ElementTable } from './ElementTable.tsx';
import { OpenedItem } from './openedItem.ts';
import type { RowAction } from './ElementMenu.tsx';
import { FolderSelect } from './FolderSelect.tsx';
import { ITEMS } from './FolderTree.tsx';
import { Folders } from './Folders.tsx';
import type { Question } from './ItemDialogs.tsx';
import classes from './Package.module.css';
import {
  filterFolders,
  filterPackage,
  filterFound,
  isFiltered,
  NO_FILTER,
  type PackageSearch,
} from './packageFilter.ts';
import { PackageFilters } from './PackageFilters.tsx';
import { PackageTools } from './PackageTools.tsx';
import { buildPackage, type Counts, type Folder, withoutEmptyFolders } from './packageTree.ts';
import { PreviewPane } from './PreviewPane.tsx';
import { buildSbaPackage } from './sbaPackage.ts';
import { copyLink } from './copyLink.ts';
import { SharedItems, type SharedItem } from './SharedItems.tsx';
import { isApprovable, isDecidable, isToReview, useElementActions } from './useElementActions.ts';
import { useFolderDrop } from './useFolderDrop.ts';
import { useStatusAnnouncements } from './useStatusAnnouncements.ts';
import { useUser } from '../../lib/useUser.ts';

const route = getRouteApi('/shell/loans/$loanId');
const ItemDialogs = lazy(() => import('./ItemDialogs.tsx'));
const RequestEditor = lazy(() => import('./RequestEditor.tsx'));

interface PackageProps {
  loanId: string;
  elements: Element[];
  counts: Counts;
  asBorrower: boolean;
  /** Whether the user may request files and create folders. */
  mayRequest: boolean;
  /** Whether the user may download files of the package. */
  mayDownload: boolean;
  /** Whether the package can be arranged by SBA tabs, in which SBA expects the documents. */
  hasSbaTabs: boolean;
  people: readonly Person[];
  /** Elements of other loans that are shared with this loan. */
  shared: readonly SharedItem[];
  /** Rendered above the documents, beside the folders. */
  facts: ReactNode;
}

function Answered({ answered, approved, total }: Counts) {
  const percent = percentOf(answered, total);
  return (
    <Text
      component="div"
      className={classes.foot}
      size="meta"
      px="s20"
      pt="sm"
      pb={14}
      c="var(--ink-2)"
    >
      <Flex component="p" justify="space-between" mb="xs">
        <span>
          {answered} of {total} files answered
        </span>
        <span>{percent}%</span>
      </Flex>
      <ProgressBar answered={percent} approved={percentOf(approved, total)} />
    </Text>
  );
}

function Nothing({
  loanId,
  facts,
  mayRequest,
  shared,
  asBorrower,
}: Omit<PackageProps, 'elements' | 'counts'>) {
  return (
    <>
      {facts}
      <EmptyState
        title="No documents requested yet"
        action={
          mayRequest && (
            <Button
              renderRoot={(root) => <Link {...root} to={routes.requestFiles} params={{ loanId }} />}
            >
              Request files
            </Button>
          )
        }
      >
        Requested documents appear here.
      </EmptyState>
      <SharedItems shared={shared} asBorrower={asBorrower} />
    </>
  );
}

/**
 * The package of a loan: folders on the left, the elements of the chosen folder in the middle, a preview on the right.
 */
export function Package(props: PackageProps) {
  const { elements, asBorrower } = props;
  const built = useMemo(
    () => buildPackage(asBorrower ? withoutEmptyFolders(elements) : elements),
    [elements, asBorrower],
  );
  useStatusAnnouncements(elements, asBorrower);
  useRefusedDrops();
  return built ? <Built {...props} built={built} /> : <Nothing {...props} />;
}

/** Single-key shortcuts are off in fields. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('textarea, select, input:not([type=checkbox]), [role=dialog]') !== null;

const isEditable = (element: Element | undefined): boolean =>
  element !== undefined && element.abilities.edit && element.storageType === 'FILE';

function Built(props: PackageProps & { built: NonNullable<ReturnType<typeof buildPackage>> }) {
  const { loanId, elements, counts, asBorrower, mayRequest, mayDownload, people, facts } = props;
  const { built } = props;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const actions = useElementActions(loanId, user.id);
  const choice = useSelectionStore();
  // A link to an element, for example from a task, opens the preview of the element as well as its folder.
  const [previewed, setPreviewed] = useState<string | null>(search.item ?? null);
  const [openedItem, setOpenedItem] = useState(search.item);
  // The URL can change to another element while the loan is open, for example by a link in a notification.
  if (openedItem !== search.item) {
    setOpenedItem(search.item);
    if (search.item !== undefined) setPreviewed(search.item);
  }
  const [question, setQuestion] = useState<{ what: Question; about: readonly string[] } | null>(
    null,
  );
  /** An id of null means a new request. */
  const [edited, setEdited] = useState<{ id: string | null } | null>(null);
  // The row with the focus. It is a ref because nothing that is rendered depends on it.
  const at = useRef<string | null>(null);
  const byId = useMemo(() => new Map(elements.map((element) => [element.id, element])), [elements]);
  const persons = useMemo(() => new Map(people.map((person) => [person.id, person])), [people]);
  const sba = useMemo(
    () => (props.hasSbaTabs && search.tabs === 'sba' ? buildSbaPackage(built) : null),
    [built, props.hasSbaTabs, search.tabs],
  );
  const tree = sba ?? built;
  // A link that names only an element opens the folder of the element.
  const folderId = search.folder ?? byId.get(search.item ?? '')?.parentId ?? '';
  const selectedFolder = tree.byId.get(folderId) ?? tree.root;
  // The tree updates at once. The list is expensive, so its render is deferred and the next keystroke interrupts it.
  const deferredSearch = useDeferredValue(search);
  const folder = useDeferredValue(selectedFolder);
  // An SBA tab is not a folder, so new elements are created in the root folder.
  const place = sba ? built.root : folder;
  const drop = useFolderDrop(folder, mayRequest && !sba);
  const today = useNow();
  const viewer = useMemo(() => ({ userId: user.id, asLender: !asBorrower }), [user.id, asBorrower]);
  const matches = useMemo(() => {
    const context = { viewer, now: today };
    // In a tab, each request is shown with its folder in the package.
    if (sba && (folder.files.length > 0 || isFiltered(deferredSearch))) {
      return filterFound(sba.foundIn(folder), deferredSearch, context);
    }
    return isFiltered(deferredSearch) ? filterPackage(folder, deferredSearch, context) : null;
  }, [folder, sba, deferredSearch, viewer, today]);

  const foundFolders = useMemo(
    () => (matches && !sba ? filterFolders(folder, deferredSearch) : []),
    [matches, sba, folder, deferredSearch],
  );
  const toReview = useMemo(() => elements.filter(isToReview).length, [elements]);
  const selectionByIds = (ids: Iterable<string>) => selectionOf(ids, byId);
  const preview = previewed === null ? undefined : byId.get(previewed);

  const clear = useCallback(() => clearSelection(choice), [choice]);
  const open = useCallback(
    (to: Folder, change: PackageSearch = {}) => {
      clear();
      void navigate({
        search: (now) => ({
          ...now,
          ...change,
          view: 'package',
          folder: to.parent === null ? undefined : to.element.id,
          item: undefined,
        }),
        resetScroll: false,
      });
    },
    [clear, navigate],
  );
  const chosenId = selectedFolder.parent === null ? undefined : selectedFolder.element.id;
  const filter = useCallback(
    (change: PackageSearch) => {
      clear();
      void navigate({
        search: (now) => ({
          ...now,
          view: 'package',
          folder: chosenId,
          item: undefined,
          ...change,
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [clear, navigate, chosenId],
  );
  // Opening a folder from search results clears the search, so that all contents of the folder are shown.
  const openRow = useCallback((to: Folder) => open(to, { words: undefined }), [open]);
  const arrange = useCallback(
    (tabs: 'sba' | undefined) => {
      clear();
      void navigate({
        search: (now) => ({ ...now, view: 'package', item: undefined, folder: undefined, tabs }),
        resetScroll: false,
      });
    },
    [clear, navigate],
  );
  const showAll = useCallback(() => filter(NO_FILTER), [filter]);
  const searchAll = useEventCallback(() => open(tree.root));
  const select = useCallback(
    (ids: readonly string[], isSelected: boolean) => setSelected(choice, ids, isSelected),
    [choice],
  );
  const togglePreview = useCallback(
    (id: string) => setPreviewed((now) => (now === id ? null : id)),
    [],
  );
  const dragged = useEventCallback((id: string): Dragged => {
    const selection = choice.get();
    return { type: ITEMS, ids: selection.has(id) ? [...selection] : [id] };
  });
  const dropItems = useEventCallback((ids: readonly string[], to: Folder) => {
    const editable = selectionByIds(ids).filter(({ abilities }) => abilities.edit);
    if (!sba) return actions.move(editable, to.element.id, to.element.title);
    const tab = sba.tabOf(to);
    if (tab !== undefined) actions.setSbaTab(editable, tab, to.element.title);
  });
  const focusItem = useCallback((id: string) => {
    at.current = id;
  }, []);
  const ask = (what: Question, about: readonly Element[]) =>
    setQuestion({ what, about: about.map(({ id }) => id) });
  const doToRow = useEventCallback((action: RowAction, element: Element) => {
    if (action === 'edit') return setEdited({ id: element.id });
    if (action === 'resetAnswer') return actions.resetAnswer(element);
    if (action === 'copyLink') return void copyLink(loanId, element);
    if (action === 'release') return actions.release([element]);
    if (action === 'hide') return actions.hide([element], element.priorityType !== 'HIDDEN');
    if (action === 'trash') return actions.trash([element]);
    return ask(action, [element]);
  });
  const askForRequest = useCallback(() => setEdited({ id: null }), []);
  const askForFolder = useCallback(() => setQuestion({ what: 'folder', about: [] }), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.metaKey || event.ctrlKey || event.altKey) return;
    // Shortcuts apply to the selected elements, or to the row with the focus if none is selected.
    const ticked = selectionByIds(choice.get());
    const targets =
      ticked.length > 0 ? ticked : selectionByIds(at.current === null ? [] : [at.current]);
    const trashable = targets.filter(({ abilities }) => abilities.trash);
    const keys: Record<string, (() => void) | false> = {
      a: targets.some(isApprovable) && (() => actions.approve(targets.filter(isApprovable))),
      r: targets.some(isDecidable) && (() => ask('reject', targets)),
      m: targets.some(({ abilities }) => abilities.edit) && (() => ask('move', targets)),
      e: isEditable(targets[0]) && (() => doToRow('edit', targets[0]!)),
      i: targets.some(({ abilities }) => abilities.assign) && (() => ask('assign', targets)),
      h: isEditable(targets[0]) && (() => doToRow('hide', targets[0]!)),
      n: mayRequest && askForRequest,
      Delete: trashable.length > 0 && (() => actions.trash(trashable)),
      Escape: () => (ticked.length > 0 ? clear() : setPreviewed(null)),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const close = () => setQuestion(null);
  const closeDialog = () => {
    setQuestion(null);
    clear();
  };

  return (
    // Handles the shortcuts of the rows and buttons below, whichever of them has the focus.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.package} data-preview={preview ? '' : undefined} onKeyDown={onKeyDown}>
      <section className={classes.folders} aria-label="Folders">
        <Folders
          root={tree.root}
          chosen={selectedFolder}
          onChoose={open}
          {...(mayRequest && { onDropItems: dropItems })}
          {...(mayRequest && !sba && { onNewFolder: askForFolder })}
        />
        <Answered {...counts} />
      </section>
      <Box
        component="section"
        pos="relative"
        miw={0}
        mih={{ base: 0, wide: 'calc(100dvh - var(--layout-loanbar) - var(--banners, 0px))' }}
        aria-label="Documents"
        {...drop.handlers}
      >
        {facts}
        <div className={classes.where}>
          <Breadcrumb folder={selectedFolder} onChoose={open} />
          {(mayRequest || mayDownload) && (
            <PackageTools
              {...{ loanId, mayRequest, mayDownload, toReview }}
              folder={place}
              onRequest={askForRequest}
            />
          )}
        </div>
        <FolderSelect root={tree.root} chosen={selectedFolder} onChoose={open} />
        <PackageFilters
          root={built.root}
          people={people}
          viewer={viewer}
          search={search}
          count={matches && matches.length + foundFolders.length}
          onChange={filter}
          {...(props.hasSbaTabs && { onArrange: arrange })}
        />
        <OpenedItem value={previewed}>
          <ElementTable
            folder={folder}
            matches={matches}
            foundFolders={foundFolders}
            words={deferredSearch.words}
            onSearchAll={deferredSearch.words && folder.parent ? searchAll : undefined}
            isTab={sba !== null}
            onShowAll={showAll}
            asBorrower={asBorrower}
            selectable={(!asBorrower || mayDownload) && !(sba && matches === null)}
            choice={choice}
            people={persons}
            onOpen={openRow}
            onSelect={select}
            onFocusItem={focusItem}
            onPreview={togglePreview}
            onAction={mayRequest ? doToRow : undefined}
            dragged={dragged}
          />
        </OpenedItem>
        {folder.parent === null && matches === null && (
          <SharedItems shared={props.shared} asBorrower={asBorrower} />
        )}
        {drop.count > 0 && <DropOverlay count={drop.count} into={folder.element.title} />}
      </Box>
      {preview && (
        <PreviewPane
          element={preview}
          asBorrower={asBorrower}
          people={people}
          actions={actions}
          onReject={() => {
            clear();
            ask('reject', [preview]);
          }}
          onClose={() => setPreviewed(null)}
        />
      )}
      <Suspense>
        {edited && (
          <RequestEditor
            key={edited.id}
            element={edited.id === null ? undefined : byId.get(edited.id)}
            root={built.root}
            folder={sba ? built.root : selectedFolder}
            sbaTab={sba?.tabOf(selectedFolder) ?? null}
            hasSbaTabs={props.hasSbaTabs}
            people={people}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
      <BulkBar
        {...{ choice, byId, actions }}
        downloadsOf={mayDownload ? loanId : undefined}
        onAsk={ask}
        onClear={clear}
      />
      <Suspense>
        {question && (
          <ItemDialogs
            question={question.what}
            chosen={selectionByIds(question.about)}
            root={built.root}
            folder={place}
            people={people}
            actions={actions}
            onClose={close}
            onDone={closeDialog}
          />
        )}
      </Suspense>
    </div>
  );
}
