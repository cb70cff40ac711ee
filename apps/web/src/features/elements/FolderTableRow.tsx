import { memo } from 'react';
import { formatModified } from '../../format/dates.ts';
import { clsx } from 'clsx';
import { formatItems } from '../../format/sizes.ts';
import { useIsChosen } from './choice.ts';
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

const Cells = memo(function Cells({
  folder,
  now,
  onOpen,
}: Pick<FolderTableRowProps, 'folder' | 'now' | 'onOpen'>) {
  const { element, answered, total } = folder;
  return (
    <>
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          <FolderKindIcon type={element.sherpaEntityType} size={18} />
          <button type="button" className={classes.open} onClick={() => onOpen(folder)}>
            {element.title}
          </button>
          <HiddenMark element={element} />
        </span>
      </th>
      <td className={classes.status}>
        <span className={classes.quiet}>
          {total === 0 ? 'Nothing asked for' : `${answered} of ${total} answered`}
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
    </>
  );
});

export const FolderTableRow = memo(function FolderTableRow(props: FolderTableRowProps) {
  const { folder, index, measure, now, onOpen, choice } = props;
  const chosen = useIsChosen(choice, folder.element.id);
  return (
    <tr
      ref={measure}
      data-index={index}
      className={clsx(classes.folderRow, chosen && classes.chosen)}
      {...rowChoiceProps(folder.element, chosen, props)}
    >
      <SelectBox {...props} element={folder.element} chosen={chosen} />
      <Cells folder={folder} now={now} onOpen={onOpen} />
    </tr>
  );
});
