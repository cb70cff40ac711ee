import type { Element, Person } from '@cairn/contract';
import { Button } from '@mantine/core';
import {
  createContext,
  memo,
  type MouseEvent,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { announce } from '../../lib/announce.ts';
import { formatResults } from '../../lib/format/sizes.ts';
import { useNow } from '../../lib/clock.ts';
import { type Dragged, useDraggable } from '../../lib/dragAndDrop.ts';
import { mergeRefs } from '../../lib/mergeRefs.ts';
import { useStore } from '../../lib/store.ts';
import { between, type Selection } from '../../lib/useRowSelection.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { RowShellProps } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDropTarget } from '../documents/useDropTarget.ts';
import { elementColumns } from './elementColumns.tsx';
import type { RowAction } from './ElementMenu.tsx';
import { itemOf, type Line, linesOf } from './lines.ts';
import { OpenedItem } from './openedItem.ts';
import type { PackageMatch } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';
import { emptyTabText } from './sbaPackage.ts';
import type { SelectionStore } from './selectionStore.ts';

const idOf = (line: Line): string => itemOf(line).id;
const titleOf = (line: Line): string => itemOf(line).title;

interface ElementTableProps {
  folder: Folder;
  /** The documents below the folder that match the filters; null without a filter. */
  matches: readonly PackageMatch[] | null;
  /** Folders that match the search words. They are listed above the matching documents. */
  foundFolders?: readonly Folder[];
  /** The search words, which the empty state repeats. */
  words?: string | undefined;
  /** Searches the whole package; absent if the search covers the whole package already. */
  onSearchAll?: (() => void) | undefined;
  /** Whether the package is arranged by SBA tabs instead of folders. */
  isTab?: boolean;
  onShowAll: () => void;
  asBorrower: boolean;
  selectable: boolean;
  choice: SelectionStore;
  people: ReadonlyMap<string, Person>;
  onOpen: (folder: Folder) => void;
  onSelect: (ids: readonly string[], wanted: boolean) => void;
  onFocusItem: (id: string) => void;
  onPreview: (id: string) => void;
  /** Called from the menu of a row; absent if the user cannot change the package. */
  onAction: ((action: RowAction, element: Element) => void) | undefined;
  /** The elements that are dragged when a drag starts at this row. */
  dragged: (id: string) => Dragged;
}

/** Adapts the page's selection store to the selection interface of the table. */
function useStoreSelection(
  keys: readonly string[],
  { choice, onSelect, selectable }: ElementTableProps,
): Selection | undefined {
  const chosen = useStore(choice);
  const last = useRef<string | null>(null);
  const ids = useMemo(
    () => (chosen.size === 0 ? [] : keys.filter((id) => chosen.has(id))),
    [keys, chosen],
  );
  if (!selectable) return undefined;
  const withoutUndefined = (rowIds: (string | undefined)[]) =>
    rowIds.filter((id) => id !== undefined);
  return {
    ids,
    count: ids.length,
    everything: ids.length > 0 && ids.length === keys.length,
    has: (id) => chosen.has(id),
    toggle: (id, range) => {
      const from = last.current;
      last.current = id;
      onSelect(range ? between(keys, from, id) : [id], !chosen.has(id));
    },
    add: (rowIds) => {
      if (rowIds.every((id) => id !== undefined)) onSelect(withoutUndefined(rowIds), true);
    },
    selectAll: () => onSelect(keys, true),
    clear: () => onSelect(keys, false),
  };
}

/** Announces the number of results, because the table changes while the focus is in the search field. */
function useCountAnnouncement(words: string | undefined, count: number): void {
  useEffect(() => {
    if (words) announce(`${formatResults(count)} for “${words}”`);
  }, [words, count]);
}

interface RowContext {
  dragged: (id: string) => Dragged;
  onPreview: (id: string) => void;
}
const RowActions = createContext<RowContext | null>(null);

type TrProps = Omit<RowShellProps<Line>, 'item'>;

function FileRow({ file, ...row }: TrProps & { file: Element }) {
  const { over, handlers } = useDropTarget(file);
  const isOpened = use(OpenedItem) === file.id;
  return (
    <DraggableRow
      {...row}
      element={file}
      aria-current={isOpened || undefined}
      data-over={over || undefined}
      data-asked={!file.answer?.document || undefined}
      {...handlers}
    />
  );
}

interface DraggableRowProps extends TrProps {
  element: Element;
  'data-over'?: boolean | undefined;
  'data-asked'?: boolean | undefined;
}

/** A right-click opens the menu of the row. The browser's own menu opens if the row has none or if text is selected. */
function openMenu(event: MouseEvent<HTMLTableRowElement>): void {
  const button = event.currentTarget.querySelector<HTMLElement>('[aria-haspopup=menu]');
  if (!button || window.getSelection()?.isCollapsed === false) return;
  event.preventDefault();
  button.click();
}

function DraggableRow({ element, ref, ...row }: DraggableRowProps) {
  const actions = use(RowActions);
  const { ref: dragRef } = useDraggable<HTMLTableRowElement>({
    enabled: element.abilities.edit,
    item: () => actions?.dragged(element.id) ?? { type: '', ids: [] },
    text: element.title,
  });
  const merged = useMemo(() => mergeRefs(ref, dragRef), [ref, dragRef]);
  return (
    <tr
      ref={merged}
      {...row}
      onDoubleClick={() => actions?.onPreview(element.id)}
      onContextMenu={openMenu}
    />
  );
}

function ElementRow({ item, ...row }: RowShellProps<Line>) {
  if ('file' in item) return <FileRow {...row} file={item.file} />;
  return <DraggableRow {...row} element={item.folder.element} />;
}

/** The elements of a folder. Arrow keys move from row to row, also to rows that are not rendered yet. */
export const ElementTable = memo(function ElementTable(props: ElementTableProps) {
  const { folder, matches, asBorrower, people, onOpen, onFocusItem, onPreview, onAction } = props;
  const { dragged, foundFolders } = props;
  const now = useNow();
  const rows = useMemo(
    () => linesOf(folder, matches, foundFolders),
    [folder, matches, foundFolders],
  );
  const keys = useMemo(() => rows.map(idOf), [rows]);
  useCountAnnouncement(props.words, rows.length);
  const selection = useStoreSelection(keys, props);
  const columns = useMemo(
    () => elementColumns({ now, asBorrower, people, onOpen, onPreview, onAction }),
    [now, asBorrower, people, onOpen, onPreview, onAction],
  );
  const onFocus = useCallback((line: Line) => onFocusItem(idOf(line)), [onFocusItem]);
  const context = useMemo(() => ({ dragged, onPreview }), [dragged, onPreview]);
  return (
    <RowActions value={context}>
      <DataTable
        label={folder.element.title}
        rows={rows}
        rowId={idOf}
        rowName={titleOf}
        columns={columns}
        density="dense"
        frame="none"
        stickyTop="calc(var(--layout-loanbar) + var(--banners, 0px))"
        selection={selection}
        keyboard={{
          onFocus,
          keys: {
            Enter: (line) => ('folder' in line ? onOpen(line.folder) : onPreview(line.file.id)),
            ' ': (line) => onPreview(idOf(line)),
            ...(selection && { x: (line: Line) => selection.toggle(idOf(line), false) }),
          },
        }}
        Row={ElementRow}
        empty={
          matches ? (
            <EmptyState
              title="No results"
              action={
                <>
                  {props.onSearchAll && (
                    <Button mr="xs" onClick={props.onSearchAll}>
                      Search the whole package
                    </Button>
                  )}
                  <Button variant="default" onClick={props.onShowAll}>
                    Show all
                  </Button>
                </>
              }
            >
              {props.words
                ? `No requests, folders or files here match “${props.words}”.`
                : 'No documents match these filters.'}
            </EmptyState>
          ) : props.isTab ? (
            <EmptyState title="No requests in this tab">
              {emptyTabText(onAction !== undefined)}
            </EmptyState>
          ) : (
            <EmptyState title="This folder is empty">Choose another folder to see more.</EmptyState>
          )
        }
      />
    </RowActions>
  );
});
