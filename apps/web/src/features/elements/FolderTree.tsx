import { IconChevronRight, IconFolder } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import classes from './FolderTree.module.css';
import { HiddenMark } from './HiddenMark.tsx';
import { everyFolder, type Folder, openRows, pathTo } from './packageTree.ts';

const OPEN_DEPTH = 2;

interface FolderTreeProps {
  root: Folder;
  chosen: Folder;
  onChoose: (folder: Folder) => void;
}

/** Two levels are open to begin with, and always the way to the chosen folder. */
function useOpenFolders(root: Folder, chosen: Folder) {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        everyFolder(root)
          .filter(({ depth }) => depth < OPEN_DEPTH)
          .map(({ element }) => element.id),
      ),
  );
  // The way to a newly chosen folder opens with it; after that it may be closed again.
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== chosen.element.id) {
    setOpened(chosen.element.id);
    setOpen((now) => new Set([...now, ...pathTo(chosen).map(({ element }) => element.id)]));
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
  folder: Folder;
  expanded: boolean;
  chosen: boolean;
  reachable: boolean;
  onClick: (event: MouseEvent<HTMLLIElement>) => void;
}

function FolderRow({ folder, expanded, chosen, reachable, onClick }: RowProps) {
  const { element, depth, folders, answered, total } = folder;
  return (
    // The tree handles the keys for all its rows.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      role="treeitem"
      data-id={element.id}
      className={classes.row}
      style={{ paddingLeft: 6 + (depth - 1) * 16 }}
      aria-level={depth}
      aria-selected={chosen}
      tabIndex={reachable ? 0 : -1}
      onClick={onClick}
      {...(folders.length > 0 ? { 'aria-expanded': expanded } : {})}
    >
      <span className={clsx(classes.chevron, expanded && classes.open)} data-chevron>
        {folders.length > 0 && <IconChevronRight size={13} stroke={2} aria-hidden />}
      </span>
      <IconFolder className={classes.icon} size={16} stroke={1.7} aria-hidden />
      <span className={classes.title}>{element.title}</span>
      <HiddenMark element={element} />
      <span className={classes.count}>
        {answered}/{total}
      </span>
    </li>
  );
}

export function FolderTree({ root, chosen, onChoose }: FolderTreeProps) {
  const { open, toggle } = useOpenFolders(root, chosen);
  const tree = useRef<HTMLUListElement>(null);
  const rows = openRows(root, open);
  const [focused, setFocused] = useState(chosen.element.id);
  const isRow = (id: string) => rows.some(({ element }) => element.id === id);
  const reachable = isRow(focused) ? focused : chosen.element.id;

  const focus = (folder: Folder | null | undefined) => {
    if (!folder) return;
    setFocused(folder.element.id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${folder.element.id}"]`)?.focus();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const at = rows.findIndex(({ element }) => element.id === reachable);
    const folder = rows[at];
    if (!folder || event.metaKey || event.ctrlKey || event.altKey) return;
    const expanded = open.has(folder.element.id) && folder.folders.length > 0;
    const keys: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (expanded ? focus(rows[at + 1]) : toggle(folder, true)),
      ArrowLeft: () => (expanded ? toggle(folder, false) : focus(folder.parent)),
      Enter: () => onChoose(folder),
      ' ': () => onChoose(folder),
    };
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const click = (folder: Folder) => (event: MouseEvent<HTMLLIElement>) => {
    setFocused(folder.element.id);
    const onChevron = (event.target as Element).closest('[data-chevron]') !== null;
    if (onChevron && folder.folders.length > 0) toggle(folder);
    else onChoose(folder);
  };

  return (
    <ul ref={tree} className={classes.tree} role="tree" aria-label="Folders" onKeyDown={onKeyDown}>
      {rows.map((folder) => (
        <FolderRow
          key={folder.element.id}
          folder={folder}
          expanded={open.has(folder.element.id)}
          chosen={folder.element.id === chosen.element.id}
          reachable={folder.element.id === reachable}
          onClick={click(folder)}
        />
      ))}
    </ul>
  );
}
