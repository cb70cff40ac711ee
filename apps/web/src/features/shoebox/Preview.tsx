import { isLockedPdf, scanReasonText } from '@cairn/contract/file-terms';
import type { ShoeboxItem } from '@cairn/contract';
import { ActionIcon, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconPencil, IconTrash } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { hint } from '../../lib/hint.ts';
import { DownloadButton } from '../documents/DownloadButton.tsx';
import { PreviewNote } from '../annotator/PreviewNote.tsx';
import { previewKey } from '../documents/scanState.ts';
import { scanStatus } from './itemStatus.ts';
import classes from './Shoebox.module.css';

// The file viewer is large, so it is loaded with the first preview.
const FilePreview = lazy(() => import('../annotator/FilePreview.tsx'));
const UnlockDocument = lazy(() => import('../documents/UnlockDocument.tsx'));

/** Files larger than this (in bytes) are fetched only on request. */
const SHOWN_BY_ITSELF = 25 * 1024 * 1024;

function Shown({ item }: { item: ShoeboxItem }) {
  const [isRequested, setIsRequested] = useState(false);
  const { document } = item;
  const status = scanStatus(item);
  if (document.virusScanState === 'INFECTED') {
    return (
      <PreviewNote>
        {scanReasonText(document.scanReason ?? 'VIRUS', document.name)}{' '}
        {isLockedPdf(document) ? (
          <Suspense fallback={null}>
            <UnlockDocument key={document.id} document={document} />
          </Suspense>
        ) : (
          'It can’t be opened or filed.'
        )}
      </PreviewNote>
    );
  }
  if (status)
    return (
      <PreviewNote>
        We’re scanning this file for viruses. It appears when the scan is done.
      </PreviewNote>
    );
  if ((document.size ?? 0) > SHOWN_BY_ITSELF && !isRequested) {
    return (
      <PreviewNote>
        <Button variant="default" onClick={() => setIsRequested(true)}>
          Show the file ({formatSize(document.size)})
        </Button>
      </PreviewNote>
    );
  }
  return (
    <Suspense fallback={null}>
      <FilePreview key={previewKey(document)} documentId={document.id} />
    </Suspense>
  );
}

interface PreviewProps {
  item: ShoeboxItem;
  onBack: () => void;
  onRename: () => void;
  onTrash: () => void;
  /** Actions for filing, shown here where the requests have no pane of their own. */
  children: ReactNode;
}

/** The file, and the actions on the file itself (rename, download, trash). */
export function Preview({ item, onBack, onRename, onTrash, children }: PreviewProps) {
  const name = withoutExtension(item.title);
  const clean = scanStatus(item) === null;
  return (
    <Stack
      component="section"
      gap={0}
      pos="relative"
      flex={1}
      mih={0}
      aria-label={`Preview of ${name}`}
    >
      <VisuallyHidden component="h2">{name}</VisuallyHidden>
      <Stack gap={0} flex={1} mih={{ base: 320, wide: 0 }} pb={{ base: 0, wide: 76 }}>
        <Shown key={item.id} item={item} />
      </Stack>
      <div className={classes.narrow}>{children}</div>
      <Group
        className={classes.tools}
        gap="s10"
        wrap="nowrap"
        px="sm"
        py="s6"
        bg="var(--surface)"
        role="toolbar"
        aria-label="The file"
      >
        <ActionIcon
          className={classes.back ?? ''}
          size={36}
          aria-label="Back to the list"
          onClick={onBack}
        >
          <IconArrowLeft size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
        <Text span size="table" truncate fw={500} flex={{ base: 1, wide: '0 1 auto' }}>
          {name}
        </Text>
        <Text
          component="span"
          size="meta"
          flex="none"
          pl="s10"
          c="dimmed"
          style={{ borderLeft: 'var(--border)' }}
        >
          {formatSize(item.document.size)}
        </Text>
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
            aria-label={`Remove ${name}`}
            onClick={onTrash}
            {...hint('Remove (Delete)')}
          >
            <IconTrash size={17} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Stack>
  );
}
