import type { ShoeboxItem } from '@cairn/contract';
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { withoutExtension } from '../../format/names.ts';
import { formatSize } from '../../format/sizes.ts';
import { hint } from '../../kit/hint.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { kindOf } from '../documents/fileKinds.ts';
import { scanStatus } from './itemStatus.ts';
import classes from './Shoebox.module.css';

// The reader of files is large: it comes with the first file that somebody looks at.
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));
const PicturePreview = lazy(() => import('./PicturePreview.tsx'));

/** Above it the bytes are fetched only when somebody asks for them. */
const SHOWN_BY_ITSELF = 25 * 1024 * 1024;

const Note = ({ children }: { children: ReactNode }) => (
  <div className={classes.note}>{children}</div>
);

function Shown({ item }: { item: ShoeboxItem }) {
  const [asked, setAsked] = useState(false);
  const { document } = item;
  const status = scanStatus(item);
  if (document.virusScanState === 'INFECTED') {
    return (
      <Note>A virus was found in this file. It is blocked, and nobody can open or file it.</Note>
    );
  }
  if (status)
    return <Note>This file is being checked for viruses. It is shown once it is clean.</Note>;
  const kind = kindOf(document.name);
  if (kind !== 'pdf' && kind !== 'picture') {
    return <Note>This kind of file is not shown here. Download it to look at it.</Note>;
  }
  if ((document.size ?? 0) > SHOWN_BY_ITSELF && !asked) {
    return (
      <Note>
        <Button variant="default" onClick={() => setAsked(true)}>
          Show the file ({formatSize(document.size)})
        </Button>
      </Note>
    );
  }
  return (
    <Suspense fallback={null}>
      {kind === 'pdf' ? (
        <FilePreview documentId={document.id} />
      ) : (
        <PicturePreview documentId={document.id} title={withoutExtension(item.title)} />
      )}
    </Suspense>
  );
}

interface PreviewProps {
  item: ShoeboxItem;
  onBack: () => void;
  onRename: () => void;
  onTrash: () => void;
  /** What to do with it, where the requests have no pane of their own. */
  children: ReactNode;
}

/** The file itself, and what can be done to it as a file. */
export function Preview({ item, onBack, onRename, onTrash, children }: PreviewProps) {
  const name = withoutExtension(item.title);
  const clean = scanStatus(item) === null;
  return (
    <section className={classes.preview} aria-label={`Preview of ${name}`}>
      <VisuallyHidden component="h2">{name}</VisuallyHidden>
      <div className={classes.stage}>
        <Shown key={item.id} item={item} />
      </div>
      <div className={classes.narrow}>{children}</div>
      <div className={classes.tools} role="toolbar" aria-label="The file">
        <ActionIcon
          className={classes.back ?? ''}
          size={36}
          aria-label="Back to the list"
          onClick={onBack}
        >
          <IconArrowLeft size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
        <span className={classes.toolName}>{name}</span>
        <span className={classes.toolSize}>{formatSize(item.document.size)}</span>
        {item.abilities.edit && (
          <ActionIcon
            size={32}
            aria-label={`Rename ${name}`}
            onClick={onRename}
            {...hint('Rename')}
          >
            <IconPencil size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
        {clean && <DownloadButton documentId={item.documentId} title={name} />}
        {item.abilities.trash && (
          <ActionIcon
            size={32}
            aria-label={`Put ${name} into the trash`}
            onClick={onTrash}
            {...hint('Trash (Delete)')}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </section>
  );
}
