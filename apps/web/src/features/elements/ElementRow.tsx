import type { Element } from '@cairn/contract';
import { clsx } from 'clsx';
import { formatModified } from '../../format/dates.ts';
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
import type { PlacedRow } from './FolderTableRow.tsx';
import { isClean, isWanted, statusOf } from './status.ts';

interface ElementRowProps extends PlacedRow {
  element: Element;
  asBorrower: boolean;
}

function Actions({ element }: { element: Element }) {
  const { answer, abilities, title } = element;
  return (
    <>
      {answer && isClean(element) && (
        <DownloadButton documentId={answer.document.id} title={title} />
      )}
      {abilities.answer && <UploadButton element={element} wanted={isWanted(element)} />}
    </>
  );
}

export function ElementRow({ element, asBorrower, index, measure, now }: ElementRowProps) {
  const upload = useStore(uploads).get(element.id);
  const drop = useDropTarget(element);
  const file = element.answer?.document;
  return (
    <tr
      ref={measure}
      data-index={index}
      className={clsx(classes.row, !file && !upload && classes.asked, drop.over && classes.over)}
      {...drop.handlers}
    >
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          <FileKind name={file?.name} />
          <span className={clsx(classes.title, !file && classes.awaited)}>{element.title}</span>
          <HiddenMark element={element} />
        </span>
      </th>
      <td className={classes.status}>
        {upload ? (
          <UploadProgress upload={upload} />
        ) : (
          <StatusChip {...statusOf(element, asBorrower)} />
        )}
      </td>
      <td className={classes.size}>{formatSize(upload?.size ?? file?.size)}</td>
      <td className={classes.modified}>
        {formatModified(file?.lastModifiedDate ?? element.lastModifiedDate, now)}
      </td>
      <td className={classes.actions}>
        {upload?.state === 'sending' ? (
          <CancelUpload element={element} />
        ) : (
          <Actions element={element} />
        )}
      </td>
    </tr>
  );
}
