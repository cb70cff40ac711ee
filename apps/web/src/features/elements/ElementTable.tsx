import type { Element, Person } from '@cairn/contract';
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
import { useStable } from '../../kit/useStable.ts';
import { useVirtualRows } from '../../kit/useVirtualRows.ts';
import { ElementRow } from './ElementRow.tsx';
import classes from './ElementTable.module.css';
import { FolderTableRow } from './FolderTableRow.tsx';
import type { Folder } from './packageTree.ts';

const ROW_PX = 44;
const rowHeight = (): number => ROW_PX;

type Line = { folder: Folder } | { file: Element };
const itemOf = (line: Line): Element => ('folder' in line ? line.folder.element : line.file);

interface ElementTableProps {
  folder: Folder;
  asBorrower: boolean;
  selectable: boolean;
  chosen: ReadonlySet<string>;
  people: ReadonlyMap<string, Person>;
  onOpen: (folder: Folder) => void;
  onSelect: (ids: readonly string[], wanted: boolean) => void;
  onFocusItem: (id: string) => void;
  onPreview: (id: string) => void;
  onDragItem: (event: DragEvent, id: string) => void;
}

function Head({
  all,
  some,
  selectable,
  onAll,
}: {
  all: boolean;
  some: boolean;
  selectable: boolean;
  onAll: () => void;
}) {
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={classes.select}>
            <input
              type="checkbox"
              aria-label="Select all"
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = some && !all;
              }}
              onChange={onAll}
            />
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
}

/** What is in a folder. Arrow keys go from row to row, also to those that are not on the page yet. */
export const ElementTable = memo(function ElementTable(props: ElementTableProps) {
  const {
    folder,
    asBorrower,
    selectable,
    chosen,
    people,
    onOpen,
    onSelect,
    onFocusItem,
    onPreview,
  } = props;
  const now = useNow();
  const lines: Line[] = useMemo(
    () => [
      ...folder.folders.map((child) => ({ folder: child })),
      ...folder.files.map((file) => ({ file })),
    ],
    [folder],
  );
  const keys = useMemo(() => lines.map((line) => itemOf(line).id), [lines]);
  const { body, rows, above, below, virtualizer } = useVirtualRows({ keys, height: rowHeight });
  const [focused, setFocused] = useState<string | null>(null);
  const last = useRef<string | null>(null);
  const reachable = focused !== null && keys.includes(focused) ? focused : keys[0];

  const focusAt = (index: number) => {
    const id = keys[index];
    if (id === undefined) return;
    virtualizer.scrollToIndex(index, { align: 'auto' });
    setFocused(id);
    onFocusItem(id);
    // The row may have to be drawn first.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        body.current
          ?.querySelector<HTMLElement>(`[data-id="${id}"]`)
          ?.focus({ preventScroll: true }),
      ),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const at = keys.indexOf(reachable ?? '');
    const line = lines[at];
    const onRow = (event.target as HTMLElement).tagName === 'TR';
    const acts: Record<string, () => void> = {
      ArrowDown: () => focusAt(at + 1),
      ArrowUp: () => focusAt(at - 1),
      Home: () => focusAt(0),
      End: () => focusAt(keys.length - 1),
      ...(onRow &&
        line && {
          Enter: () => ('folder' in line ? onOpen(line.folder) : onPreview(line.file.id)),
          ' ': () => onPreview(itemOf(line).id),
          x: () => selectable && onSelect([itemOf(line).id], !chosen.has(itemOf(line).id)),
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
    onSelect(ids, !chosen.has(id));
  });
  const focusRow = useCallback(
    (id: string) => {
      setFocused(id);
      onFocusItem(id);
    },
    [onFocusItem],
  );

  if (lines.length === 0) {
    return (
      <EmptyState title="Nothing in this folder">Choose another folder to see more.</EmptyState>
    );
  }
  // Usually nothing or little is chosen: the whole list is not asked for that.
  const known = chosen.size === 0 ? null : new Set(keys);
  const here = known === null ? 0 : [...chosen].filter((id) => known.has(id)).length;
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
        <Head
          all={here === keys.length}
          some={here > 0}
          selectable={selectable}
          onAll={() => onSelect(keys, here !== keys.length)}
        />
        <tbody ref={body}>
          {above > 0 && <tr aria-hidden style={{ height: above }} />}
          {rows.map(({ index, key }) => {
            const line = lines[index] as Line;
            const { id } = itemOf(line);
            const placed = {
              index,
              measure: virtualizer.measureElement,
              now,
              chosen: chosen.has(id),
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
              />
            );
          })}
          {below > 0 && <tr aria-hidden style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  );
});
