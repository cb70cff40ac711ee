import { Box, Text } from '@mantine/core';
import type { Element, Person } from '@cairn/contract';
import { isWanted } from '@cairn/contract/task-terms';
import { IconDots, IconLink } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { formatItems, formatSize } from '../../lib/format/sizes.ts';
import type { Column } from '../../ui/dataTableTypes.ts';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { rowLink, rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { FileKind } from '../documents/FileKind.tsx';
import { RowButton } from '../documents/RowButton.tsx';
import { UploadButton } from '../documents/UploadButton.tsx';
import { CancelUpload, UploadProgress } from '../documents/UploadProgress.tsx';
import { isGoing, type Upload, uploads } from '../documents/uploads.ts';
import { summaryOf } from '../documents/uploadSummary.ts';
import classes from './ElementTable.module.css';
import type { ElementMenuProps, RowAction } from './ElementMenu.tsx';
import { FolderKindIcon } from './FolderKindIcon.tsx';
import { HiddenMark } from './HiddenMark.tsx';
import { itemOf, type Line } from './lines.ts';
import type { Folder } from './packageTree.ts';
import { RuleMark } from './RuleMark.tsx';
import { isClean, statusOf } from './status.ts';

/** The upload of one element. The row of the element does not re-render for uploads of other elements. */
const useUpload = (id: string): Upload | undefined =>
  summaryOf(useSyncExternalStore(uploads.subscribe, () => uploads.get().get(id)));

function Status({ element, asBorrower }: { element: Element; asBorrower: boolean }) {
  const upload = useUpload(element.id);
  if (upload) return <UploadProgress upload={upload} />;
  return <StatusChip {...statusOf(element, asBorrower)} />;
}

function Size({ element }: { element: Element }) {
  const upload = useUpload(element.id);
  return formatSize(upload?.size ?? element.answer?.document?.size);
}

const elementMenu = menuLoadedBy<ElementMenuProps>(() => import('./ElementMenu.tsx'));

function RowMenu({ element, onAction }: { element: Element; onAction: ColumnOptions['onAction'] }) {
  if (!onAction || !element.abilities.edit) return null;
  return (
    <LazyMenu
      menu={elementMenu}
      className={clsx(iconButton, classes.menu)}
      label={`More actions for ${element.title}`}
      body={{ element, onAction }}
    >
      <IconDots size={16} stroke={1.7} aria-hidden />
    </LazyMenu>
  );
}

function Actions({ element, onPreview }: { element: Element; onPreview: (id: string) => void }) {
  const { answer, abilities, title } = element;
  const upload = useUpload(element.id);
  if (upload && upload.state !== 'saving' && isGoing(upload))
    return <CancelUpload element={element} />;
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

interface ColumnOptions {
  now: Date;
  asBorrower: boolean;
  people: ReadonlyMap<string, Person>;
  onOpen: (folder: Folder) => void;
  onPreview: (id: string) => void;
  /** Absent if the user may not edit. */
  onAction: ((action: RowAction, element: Element) => void) | undefined;
}

function Place({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <Text span inherit truncate miw={0} c="dimmed">
      in {name}
    </Text>
  );
}

function Name({ line, options, still }: { line: Line; options: ColumnOptions; still: boolean }) {
  if ('folder' in line) {
    const { folder } = line;
    return (
      <RowTitle
        start={<FolderKindIcon type={folder.element.sherpaEntityType} size={18} />}
        title={
          <button type="button" className={rowTarget} onClick={() => options.onOpen(folder)}>
            {folder.element.title}
          </button>
        }
      >
        <Place name={line.place} />
        <HiddenMark element={folder.element} />
      </RowTitle>
    );
  }
  const { file, place } = line;
  return (
    <RowTitle
      start={
        still ? (
          <FileKind name={file.answer?.document?.name} />
        ) : (
          <Box component="span" flex="none" w={18} />
        )
      }
      title={
        <button
          type="button"
          tabIndex={-1}
          className={clsx(rowLink, !file.answer && classes.awaited)}
          onClick={() => options.onPreview(file.id)}
        >
          {file.title}
        </button>
      }
    >
      <Place name={place} />
      {file.id !== file.elementId && (
        <IconLink className={classes.mark} size={14} stroke={1.7} aria-label="Link" />
      )}
      <HiddenMark element={file} />
      <RuleMark element={file} />
    </RowTitle>
  );
}

const progressOf = ({ answered, total }: Folder): string =>
  total === 0 ? 'No documents requested' : `${answered} of ${total} answered`;

export const elementColumns = (options: ColumnOptions): Column<Line>[] => [
  {
    id: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (line) => <Name line={line} options={options} still />,
    scrolling: (line) => <Name line={line} options={options} still={false} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: 168,
    phone: 'full',
    className: classes.status,
    cell: (line) =>
      'folder' in line ? (
        <span className={classes.quiet}>{progressOf(line.folder)}</span>
      ) : (
        <Status element={line.file} asBorrower={options.asBorrower} />
      ),
    scrolling: (line) =>
      'folder' in line ? progressOf(line.folder) : statusOf(line.file, options.asBorrower).label,
  },
  {
    id: 'assignee',
    header: options.asBorrower ? 'Who sends it' : 'Assignee',
    width: 132,
    hideBelow: 'sm',
    phone: 'hidden',
    className: classes.assignee,
    cell: (line) => {
      if ('folder' in line) return <VisuallyHidden>Unassigned</VisuallyHidden>;
      const assignee = options.people.get(line.file.assignedToUserId ?? '');
      return assignee ? personName(assignee) : '';
    },
    scrolling: () => null,
  },
  {
    id: 'size',
    header: 'Size',
    width: 84,
    align: 'right',
    hideBelow: 'md',
    className: clsx(classes.fact, classes.size),
    cell: (line) =>
      'folder' in line ? (
        formatItems(line.folder.folders.length + line.folder.files.length)
      ) : (
        <Size element={line.file} />
      ),
    scrolling: () => null,
  },
  {
    id: 'modified',
    header: 'Modified',
    width: 116,
    hideBelow: 'sm',
    className: classes.fact,
    cell: (line) => {
      const element = itemOf(line);
      const document = 'file' in line ? line.file.answer?.document : undefined;
      return formatModified(document?.lastModifiedDate ?? element.lastModifiedDate, options.now);
    },
    scrolling: () => null,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: options.onAction ? 164 : 132,
    align: 'right',
    phone: 'end',
    className: classes.actions,
    cell: (line) => {
      const menu = <RowMenu element={itemOf(line)} onAction={options.onAction} />;
      if ('file' in line) {
        return (
          <>
            <Actions element={line.file} onPreview={options.onPreview} />
            {menu}
          </>
        );
      }
      return options.onAction ? menu : <VisuallyHidden>None</VisuallyHidden>;
    },
    scrolling: () => null,
  },
];
