import { Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Tree, TreeChevron, type TreeNode } from '../../ui/Tree.tsx';
import classes from './FolderTree.module.css';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import { HiddenMark } from './HiddenMark.tsx';
import { type Folder, openRows, openToDepth, pathTo, type TreeRow } from './packageTree.ts';

export interface FolderTreeProps {
  root: Folder;
  chosen: Folder;
  onChoose: (folder: Folder) => void;
  /** The number of levels that are visible initially. */
  depth: number;
  hideFiles: boolean;
  /** Called when rows of the table are dropped on a folder. */
  onDropItems?: (ids: readonly string[], folder: Folder) => void;
}

/** The drag type of table rows. */
export const ITEMS = 'elements';

/** The open folders: initially the given number of levels, and the path to each folder that is chosen. */
function useOpenFolders({ root, chosen, depth }: FolderTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => openToDepth(root, depth));
  // Choosing a folder opens the path to it. The user can close the path again.
  const [opened, setOpened] = useState<string | null>(null);
  if (opened !== chosen.element.id) {
    setOpened(chosen.element.id);
    // If the page opens at the root, no path is added, so that only the saved number of levels is visible.
    const way = opened === null && chosen === root ? [] : pathTo(chosen);
    setOpen((now) => new Set([...now, ...way.map(({ element }) => element.id)]));
  }
  const toggle = (folder: Folder, isOpen: boolean) =>
    setOpen((now) => {
      const next = new Set(now);
      if (isOpen) next.add(folder.element.id);
      else next.delete(folder.element.id);
      return next;
    });
  return { open, toggle };
}

interface FolderNode extends TreeNode {
  row: TreeRow;
}

const INDENT_PX = 16;

function FolderLine({ node }: { node: FolderNode }) {
  const { element, folder, isFile, depth } = node.row;
  return (
    <span
      className={clsx(classes.line, isFile && classes.file)}
      style={{ paddingLeft: 6 + (depth - 1) * INDENT_PX }}
    >
      <TreeChevron node={node} />
      {isFile ? (
        <IconFile className={classes.icon} size={16} stroke={1.7} aria-hidden />
      ) : (
        <FolderKindIcon type={element.sherpaEntityType} size={16} />
      )}
      <Text span inherit truncate flex={1} miw={0}>
        {element.title}
      </Text>
      <HiddenMark element={element} />
      {!isFile && folder.total > 0 && (
        <Text span size="meta" c="dimmed">
          {folder.answered}/{folder.total}
        </Text>
      )}
    </span>
  );
}

export function FolderTree(props: FolderTreeProps) {
  const { root, chosen, onChoose, hideFiles, onDropItems } = props;
  const { open, toggle } = useOpenFolders(props);
  const nodes = openRows(root, open, hideFiles).map((row): FolderNode => {
    const { element, folder, isFile, depth } = row;
    const expandable =
      !isFile && (folder.folders.length > 0 || (!hideFiles && folder.files.length > 0));
    return {
      id: element.id,
      parentId: (isFile ? folder : folder.parent)?.element.id ?? null,
      level: depth,
      expandable,
      expanded: expandable && open.has(element.id),
      row,
    };
  });
  return (
    <Tree<FolderNode>
      label="Folders"
      nodes={nodes}
      rowHeight={31}
      className={classes.tree}
      selected={chosen.element.id}
      onSelect={({ row }) => onChoose(row.folder)}
      onToggle={({ row }, isOpen) => toggle(row.folder, isOpen)}
      {...(onDropItems && {
        dropping: {
          accepts: ({ type }, { row }) => type === ITEMS && !row.isFile,
          onDrop: ({ ids }, { row }) => onDropItems(ids, row.folder),
        },
      })}
    >
      {(node) => <FolderLine node={node} />}
    </Tree>
  );
}
