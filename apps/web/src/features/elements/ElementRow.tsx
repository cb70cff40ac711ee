import type { Element, Person } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';
import { IconLink } from '@tabler/icons-react';
import { memo } from 'react';
import { clsx } from 'clsx';
import { formatModified } from '../../format/dates.ts';
import { personName } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { useStandsStill } from '../../kit/scrolling.ts';
import { useStore } from '../../kit/store.ts';
import { StatusChip } from '../../kit/StatusChip.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { RowButton } from '../documents/RowButton.tsx';
import { UploadButton } from '../documents/UploadButton.tsx';
import { CancelUpload, UploadProgress } from '../documents/UploadProgress.tsx';
import { type Upload, uploads } from '../documents/uploads.ts';
import { useDropTarget } from '../documents/useDropTarget.ts';
import { useIsChosen } from './choice.ts';
import classes from './ElementTable.module.css';
import { HiddenMark } from './HiddenMark.tsx';
import { RuleMark } from './RuleMark.tsx';
import type { PlacedRow } from './FolderTableRow.tsx';
import { type RowChoice, SelectBox, rowChoiceProps } from './RowChoice.tsx';
import { isClean, statusOf } from './status.ts';

interface ElementRowProps extends PlacedRow, RowChoice {
  element: Element;
  asBorrower: boolean;
  assignee: Person | undefined;
  /** The folder it is in, where that is not the one on the page. */
  place: string | undefined;
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
        <RowButton label={`Answer ${title}`} onClick={() => onPreview(element.id)}>
          {answer ? 'Change' : 'Answer'}
        </RowButton>
      )}
    </>
  );
}

interface CellsProps extends Pick<
  ElementRowProps,
  'element' | 'asBorrower' | 'assignee' | 'place' | 'now'
> {
  upload: Upload | undefined;
  onPreview: (id: string) => void;
}

/** What a row says about its document, once the list stands still. */
function Facts({ element, asBorrower, assignee, now, upload, onPreview }: CellsProps) {
  const file = element.answer?.document;
  return (
    <>
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
    </>
  );
}

/** The same cells with the least in them. */
function Flying({ element, asBorrower }: Pick<CellsProps, 'element' | 'asBorrower'>) {
  return (
    <>
      <td className={classes.status}>{statusOf(element, asBorrower).label}</td>
      <td className={classes.assignee} aria-hidden />
      <td className={classes.size} aria-hidden />
      <td className={classes.modified} aria-hidden />
      <td className={classes.actions} aria-hidden />
    </>
  );
}

/** Apart from the row, which is drawn again whenever the focus or the choice comes and goes. */
const Cells = memo(function Cells(props: CellsProps) {
  const { element, asBorrower, place, onPreview } = props;
  const still = useStandsStill();
  return (
    <>
      <th scope="row" className={classes.name}>
        <span className={classes.named}>
          {still ? (
            <FileKind name={element.answer?.document?.name} />
          ) : (
            <span className={classes.flying} />
          )}
          <button
            type="button"
            tabIndex={-1}
            className={clsx(classes.title, !element.answer && classes.awaited)}
            onClick={() => onPreview(element.id)}
          >
            {element.title}
          </button>
          {place !== undefined && <span className={classes.place}>in {place}</span>}
          {element.id !== element.elementId && (
            <IconLink className={classes.hidden} size={14} stroke={1.7} aria-label="Link" />
          )}
          <HiddenMark element={element} />
          <RuleMark element={element} />
        </span>
      </th>
      {still ? <Facts {...props} /> : <Flying element={element} asBorrower={asBorrower} />}
    </>
  );
});

export const ElementRow = memo(function ElementRow(props: ElementRowProps) {
  const { element, asBorrower, assignee, place, index, measure, now, choice, onPreview } = props;
  const chosen = useIsChosen(choice, element.id);
  const upload = useStore(uploads).get(element.id);
  const drop = useDropTarget(element);
  return (
    <tr
      ref={measure}
      data-index={index}
      className={clsx(
        classes.row,
        !element.answer?.document && !upload && classes.asked,
        drop.over && classes.over,
        chosen && classes.chosen,
      )}
      {...rowChoiceProps(element, chosen, props)}
      {...drop.handlers}
    >
      <SelectBox {...props} chosen={chosen} />
      <Cells {...{ element, asBorrower, assignee, place, now, upload, onPreview }} />
    </tr>
  );
});
