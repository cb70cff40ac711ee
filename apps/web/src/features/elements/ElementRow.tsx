import type { Element, Person } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { memo } from 'react';
import { clsx } from 'clsx';
import { formatModified } from '../../format/dates.ts';
import { personName } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useStore } from '../../kit/store.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { UploadButton } from '../documents/UploadButton.tsx';
import { CancelUpload, UploadProgress } from '../documents/UploadProgress.tsx';
import { uploads } from '../documents/uploads.ts';
import { useDropTarget } from '../documents/useDropTarget.ts';
import classes from './ElementTable.module.css';
import { HiddenMark } from './HiddenMark.tsx';
import { RuleMark } from './RuleMark.tsx';
import type { PlacedRow } from './FolderTableRow.tsx';
import { type RowChoice, SelectBox, rowChoiceProps } from './RowChoice.tsx';
import { isClean, isWanted, statusOf } from './status.ts';

interface ElementRowProps extends PlacedRow, RowChoice {
  element: Element;
  asBorrower: boolean;
  assignee: Person | undefined;
}

function Actions({ element, onPreview }: { element: Element; onPreview: (id: string) => void }) {
  const { answer, abilities, title } = element;
  return (
    <>
      {answer?.document && isClean(element) && (
        <DownloadButton documentId={answer.document.id} title={title} />
      )}
      {abilities.answer && !element.questionType && (
        <UploadButton element={element} wanted={isWanted(element)} />
      )}
      {abilities.answer && element.questionType && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Answer ${title}`}
          onClick={() => onPreview(element.id)}
        >
          {answer ? 'Change' : 'Answer'}
        </Button>
      )}
    </>
  );
}

export const ElementRow = memo(function ElementRow(props: ElementRowProps) {
  const { element, asBorrower, assignee, index, measure, now, chosen, onPreview } = props;
  const upload = useStore(uploads).get(element.id);
  const drop = useDropTarget(element);
  const file = element.answer?.document;
  return (
    <tr
      ref={measure}
      data-index={index}
      className={clsx(
        classes.row,
        !file && !upload && classes.asked,
        drop.over && classes.over,
        chosen && classes.chosen,
      )}
      {...rowChoiceProps(element, props)}
      {...drop.handlers}
    >
      <SelectBox {...props} />
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          <FileKind name={file?.name} />
          <button
            type="button"
            tabIndex={-1}
            className={clsx(classes.title, !element.answer && classes.awaited)}
            onClick={() => onPreview(element.id)}
          >
            {element.title}
          </button>
          {element.id !== element.elementId && (
            <IconLink className={classes.hidden} size={14} stroke={1.7} aria-label="Link" />
          )}
          <HiddenMark element={element} />
          <RuleMark element={element} />
        </span>
      </th>
      <td className={classes.status}>
        {upload ? (
          <UploadProgress upload={upload} />
        ) : (
          <StatusChip {...statusOf(element, asBorrower)} />
        )}
      </td>
      <td className={classes.assignee}>{assignee ? personName(assignee) : ''}</td>
      <td className={classes.size}>{formatSize(upload?.size ?? file?.size)}</td>
      <td className={classes.modified}>
        {formatModified(file?.lastModifiedDate ?? element.lastModifiedDate, now)}
      </td>
      <td className={classes.actions}>
        {upload?.state === 'sending' ? (
          <CancelUpload element={element} />
        ) : (
          <Actions element={element} onPreview={onPreview} />
        )}
      </td>
    </tr>
  );
});
