import { UnstyledButton } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { formatModified } from '../../format/dates.ts';
import { formatItems } from '../../format/sizes.ts';
import classes from './ElementTable.module.css';
import { HiddenMark } from './HiddenMark.tsx';
import type { Folder } from './packageTree.ts';

export interface PlacedRow {
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  now: Date;
}

interface FolderTableRowProps extends PlacedRow {
  folder: Folder;
  onOpen: (folder: Folder) => void;
}

export function FolderTableRow({ folder, index, measure, now, onOpen }: FolderTableRowProps) {
  const { element, answered, total } = folder;
  return (
    <tr ref={measure} data-index={index} className={classes.folderRow}>
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          <IconFolder className={classes.kind} size={18} stroke={1.7} aria-hidden />
          <UnstyledButton className={classes.open ?? ''} onClick={() => onOpen(folder)}>
            {element.title}
          </UnstyledButton>
          <HiddenMark element={element} />
        </span>
      </th>
      <td className={classes.status}>
        <span className={classes.quiet}>
          {answered} of {total} answered
        </span>
      </td>
      <td className={classes.size}>{formatItems(folder.folders.length + folder.files.length)}</td>
      <td className={classes.modified}>{formatModified(element.lastModifiedDate, now)}</td>
      <td className={classes.actions}>
        <span className={classes.unseen}>None</span>
      </td>
    </tr>
  );
}
