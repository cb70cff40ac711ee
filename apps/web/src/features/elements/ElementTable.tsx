import type { Element, Person } from '@cairn/contract';
import { Button } from '@mantine/core';
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useStore } from '../../kit/store.ts';
import { useStable } from '../../kit/useStable.ts';
import { useVirtualRows } from '../../kit/useVirtualRows.ts';
import type { Choice } from './choice.ts';
import { ElementRow } from './ElementRow.tsx';
import classes from './ElementTable.module.css';
import { FolderTableRow } from './FolderTableRow.tsx';
import type { Found } from './packageFilter.ts';
import type { Folder } from './packageTree.ts';

const ROW_PX = 44;
const rowHeight = (): number => ROW_PX;

type Line = { folder: Folder } | { file: Element; place?: string };
const itemOf = (line: Line): Element => ('folder' in line ? line.folder.element : line.file);

function linesOf(folder: Folder, found: readonly Found[] | null): Line[] {
  if (found) {
    return found.map(({ file, folder: place }) =>
      place === folder ? { file } : { file, place: place.element.title },
    );
  }
  return [
    ...folder.folders.map((child) => ({ folder: child })),
    ...folder.files.map((file) => ({ file })),
  ];
}

interface ElementTableProps {
  folder: Folder;
  /** What a filter leaves of all that is below the folder; null without a filter. */
  found: readonly Found[] | null;
  onShowAll: () => void;
  asBorrower: boolean;
  selectable: boolean;
  choice: Choice;
  people: ReadonlyMap<string, Person>;
  onOpen: (folder: Folder) => void;
  onSelect: (ids: readonly string[], wanted: boolean) => void;
  onFocusItem: (id: string) => void;
  onPreview: (id: string) => void;
  onDragItem: (event: DragEvent, id: string) => void;
}

interface SelectAllProps {
  keys: readonly string[];
  choice: Choice;
  onSelect: (ids: readonly string[], wanted: boolean) => void;
}

function SelectAll({ keys, choice, onSelect }: SelectAllProps) {
  const chosen = useStore(choice);
  const here = useMemo(
    () => (chosen.size === 0 ? 0 : keys.filter((id) => chosen.has(id)).length),
    [keys, chosen],
  );
  const all = here === keys.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = here > 0 && !all;
      }}
      onChange={() => onSelect(keys, !all)}
    />
  );
}

const Head = memo(function Head({ selectable, ...all }: SelectAllProps & { selectable: boolean }) {
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={classes.select}>
            <SelectAll {...all} />
          </th>
        )}
        <th scope="col">Name</th>
        <th scope="col" className={classes.statusHead}>
          Status
        </th>
        <th scope="col" className={classes.assignee}>
          Assignee
        </th>
        <th scope="col" className={classes.number}>
          Size
        </th>
        <th scope="col" className={classes.modifiedHead}>
          Modified
        </th>
        <th scope="col" className={classes.actionsHead}>
          <span className={classes.unseen}>Actions</span>
        </th>
      </tr>
    </thead>
  );
});

/** What is in a folder. Arrow keys go from row to row, also to those that are not on the page yet. */
export const ElementTable = memo(function ElementTable(props: ElementTableProps) {
  const {
    folder,
    found,
    asBorrower,
    selectable,
    choice,
    people,
    onOpen,
    onSelect,
    onFocusItem,
    onPreview,
  } = props;
  const now = useNow();
  const lines = useMemo(() => linesOf(folder, found), [folder, found]);
  const keys = useMemo(() => lines.map((line) => itemOf(line).id), [lines]);
  const known = useMemo(() => new Set(keys), [keys]);
  const { body, rows, above, below, virtualizer } = useVirtualRows({ keys, height: rowHeight });
  const [focused, setFocused] = useState<string | null>(null);
  const last = useRef<string | null>(null);
  const reachable = focused !== null && known.has(focused) ? focused : keys[0];

  const focusRow = useCallback(
    (id: string) => {
      setFocused(id);
      onFocusItem(id);
    },
    [onFocusItem],
  );
  const focusAt = (index: number) => {
    const id = keys[index];
    if (id === undefined) return;
    const find = () => body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    const row = find();
    if (row) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
      return;
    }
    virtualizer.scrollToIndex(index, { align: 'auto' });
    focusRow(id);
    // The row has to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => find()?.focus({ preventScroll: true })),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const at = keys.indexOf(reachable ?? '');
    const line = lines[at];
    const onRow = (event.target as HTMLElement).tagName === 'TR';
    const step = (by: 1 | -1) => {
      const [from, to] = [keys[at], keys[at + by]];
      // With Shift the selection grows along with the focus.
      if (event.shiftKey && selectable && from && to) onSelect([from, to], true);
      focusAt(at + by);
    };
    const acts: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => focusAt(0),
      End: () => focusAt(keys.length - 1),
      ...(onRow &&
        line && {
          Enter: () => ('folder' in line ? onOpen(line.folder) : onPreview(line.file.id)),
          ' ': () => onPreview(itemOf(line).id),
          x: () => selectable && onSelect([itemOf(line).id], !choice.get().has(itemOf(line).id)),
        }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const select = useStable((id: string, range: boolean) => {
    const from = last.current === null ? -1 : keys.indexOf(last.current);
    const to = keys.indexOf(id);
    last.current = id;
    const ids = range && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    onSelect(ids, !choice.get().has(id));
  });

  if (lines.length === 0 && found) {
    return (
      <EmptyState
        title="Nothing matches"
        action={
          <Button variant="default" onClick={props.onShowAll}>
            Show all
          </Button>
        }
      >
        No document in this folder is like that.
      </EmptyState>
    );
  }
  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing in this folder">Choose another folder to see more.</EmptyState>
    );
  }
  return (
    <div className={classes.holder}>
      {/* The rows take the focus; the table only listens for them. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        className={classes.table}
        aria-label={folder.element.title}
        aria-rowcount={lines.length + 1}
        onKeyDown={onKeyDown}
      >
        <Head keys={keys} choice={choice} selectable={selectable} onSelect={onSelect} />
        <tbody ref={body}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.map(({ index, key }) => {
            const line = lines[index] as Line;
            const { id } = itemOf(line);
            const placed = {
              index,
              measure: virtualizer.measureElement,
              now,
              choice,
              reachable: id === reachable,
              selectable,
              onSelect: select,
              onFocusRow: focusRow,
              onPreview,
              onDragItem: props.onDragItem,
            };
            return 'folder' in line ? (
              <FolderTableRow key={key} {...placed} folder={line.folder} onOpen={onOpen} />
            ) : (
              <ElementRow
                key={key}
                {...placed}
                element={line.file}
                asBorrower={asBorrower}
                assignee={people.get(line.file.assignedToUserId ?? '')}
                place={line.place}
              />
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
});
