import { IconChevronRight, IconFile } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type DragEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import classes from './FolderTree.module.css';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import { HiddenMark } from './HiddenMark.tsx';
import { type Folder, openRows, openToDepth, pathTo, type TreeRow } from './packageTree.ts';

export interface FolderTreeProps {
  root: Folder;
  chosen: Folder;
  onChoose: (folder: Folder) => void;
  /** How many levels are open to begin with. */
  depth: number;
  hideFiles: boolean;
  /** Items of the table dropped on a folder. */
  onDropItems?: (folder: Folder) => void;
}

/** What a dragged row carries. Files from the desktop carry 'Files'. */
export const ITEMS = 'application/x-cairn-items';

/** Some levels are open to begin with, and always the way to the chosen folder. */
function useOpenFolders({ root, chosen, depth }: FolderTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openToDepth(root, depth));
  // The way to a newly chosen folder opens with it; after that it may be closed again.
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== chosen.element.id) {
    setOpened(chosen.element.id);
    // A page that starts at the package itself shows as many levels as were asked for.
    const way = opened === null && chosen === root ? [] : pathTo(chosen);
    setOpen((now) => new Set([...now, ...way.map(({ element }) => element.id)]));
  }
  const toggle = (folder: Folder, wanted?: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (wanted ?? !now.has(folder.element.id)) next.add(folder.element.id);
      else next.delete(folder.element.id);
      return next;
    });
  return { open, toggle };
}

interface RowProps {
  row: TreeRow;
  expandable: boolean;
  expanded: boolean;
  chosen: boolean;
  reachable: boolean;
  onClick: (event: MouseEvent<HTMLLIElement>) => void;
  onDrop: (() => void) | undefined;
}

function Row({ row, expandable, expanded, chosen, reachable, onClick, onDrop }: RowProps) {
  const { element, folder, isFile, depth } = row;
  const [over, setOver] = useState(false);
  const drop = onDrop && {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(ITEMS)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop();
    },
  };
  return (
    // The tree handles the keys for all its rows.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      role="treeitem"
      data-id={element.id}
      className={clsx(classes.row, isFile && classes.file, over && classes.over)}
      style={{ paddingLeft: 6 + (depth - 1) * 16 }}
      aria-level={depth}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      onClick={onClick}
      {...drop}
      {...(expandable ? { 'aria-expanded': expanded } : {})}
    >
      <span className={clsx(classes.chevron, expanded && classes.open)} data-chevron>
        {expandable && <IconChevronRight size={13} stroke={2} aria-hidden />}
      </span>
      {isFile ? (
        <IconFile className={classes.icon} size={16} stroke={1.7} aria-hidden />
      ) : (
        <FolderKindIcon type={element.sherpaEntityType} size={16} />
      )}
      <span className={classes.title}>{element.title}</span>
      <HiddenMark element={element} />
      {!isFile && folder.total > 0 && (
        <span className={classes.count}>
          {folder.answered}/{folder.total}
        </span>
      )}
    </li>
  );
}

export function FolderTree(props: FolderTreeProps) {
  const { root, chosen, onChoose, hideFiles, onDropItems } = props;
  const { open, toggle } = useOpenFolders(props);
  const tree = useRef<HTMLUListElement>(null);
  const rows = openRows(root, open, hideFiles);
  const [focused, setFocused] = useState(chosen.element.id);
  // One line takes the Tab key: the last one used, else the chosen one, else the first.
  const lines = new Set(rows.map(({ element }) => element.id));
  const reachable = [focused, chosen.element.id].find((id) => lines.has(id)) ?? root.element.id;
  const isExpandable = ({ folder, isFile }: TreeRow): boolean =>
    !isFile && (folder.folders.length > 0 || (!hideFiles && folder.files.length > 0));
  const isExpanded = (row: TreeRow): boolean => isExpandable(row) && open.has(row.element.id);

  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    setFocused(id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus();
  };

  /** Inwards: a closed folder opens, an open one leads to its first line. */
  const goIn = (row: TreeRow, next: string | undefined) => {
    if (isExpanded(row)) focus(next);
    else if (isExpandable(row)) toggle(row.folder, true);
  };
  const goOut = (row: TreeRow) => {
    if (isExpanded(row)) toggle(row.folder, false);
    else focus((row.isFile ? row.folder : row.folder.parent)?.element.id);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const at = rows.findIndex(({ element }) => element.id === reachable);
    const row = rows[at];
    if (!row || event.metaKey || event.ctrlKey || event.altKey) return;
    const idAt = (index: number) => rows[index]?.element.id;
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(idAt(at + 1)),
      ArrowUp: () => focus(idAt(at - 1)),
      Home: () => focus(idAt(0)),
      End: () => focus(idAt(rows.length - 1)),
      ArrowRight: () => goIn(row, idAt(at + 1)),
      ArrowLeft: () => goOut(row),
      Enter: () => onChoose(row.folder),
      ' ': () => onChoose(row.folder),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const click = (row: TreeRow) => (event: MouseEvent<HTMLLIElement>) => {
    setFocused(row.element.id);
    const onChevron = (event.target as Element).closest('[data-chevron]') !== null;
    if (onChevron && isExpandable(row)) toggle(row.folder);
    else onChoose(row.folder);
  };

  return (
    <ul ref={tree} className={classes.tree} role="tree" aria-label="Folders" onKeyDown={onKeyDown}>
      {rows.map((row) => (
        <Row
          key={row.element.id}
          row={row}
          expandable={isExpandable(row)}
          expanded={isExpanded(row)}
          chosen={row.element.id === chosen.element.id}
          reachable={row.element.id === reachable}
          onClick={click(row)}
          onDrop={row.isFile || !onDropItems ? undefined : () => onDropItems(row.folder)}
        />
      ))}
    </ul>
  );
}
