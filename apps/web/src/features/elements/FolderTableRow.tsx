import { UnstyledButton } from '@mantine/core';
import { memo } from 'react';
import { formatModified } from '../../format/dates.ts';
import { clsx } from 'clsx';
import { formatItems } from '../../format/sizes.ts';
import classes from './ElementTable.module.css';
import { HiddenMark } from './HiddenMark.tsx';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import type { Folder } from './packageTree.ts';
import { type RowChoice, SelectBox, rowChoiceProps } from './RowChoice.tsx';

export interface PlacedRow {
  index: number;
  measure: (row: HTMLTableRowElement | null) => void;
  now: Date;
}

interface FolderTableRowProps extends PlacedRow, RowChoice {
  folder: Folder;
  onOpen: (folder: Folder) => void;
}

export const FolderTableRow = memo(function FolderTableRow(props: FolderTableRowProps) {
  const { folder, index, measure, now, onOpen, chosen } = props;
  const { element, answered, total } = folder;
  return (
    <tr
      ref={measure}
      data-index={index}
      className={clsx(classes.folderRow, chosen && classes.chosen)}
      {...rowChoiceProps(element, props)}
    >
      <SelectBox element={element} {...props} />
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          <FolderKindIcon type={element.sherpaEntityType} size={18} />
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
      <td className={classes.assignee}>
        <span className={classes.unseen}>Nobody</span>
      </td>
      <td className={classes.size}>{formatItems(folder.folders.length + folder.files.length)}</td>
      <td className={classes.modified}>{formatModified(element.lastModifiedDate, now)}</td>
      <td className={classes.actions}>
        <span className={classes.unseen}>None</span>
      </td>
    </tr>
  );
});
