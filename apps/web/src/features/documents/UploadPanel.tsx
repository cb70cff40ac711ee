import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { UPLOAD_PART_BYTES } from '@cairn/contract/constants';
import { useResizeObserver } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { memo, useEffect } from 'react';
import { formatSize } from '../../lib/format/sizes.ts';
import { withoutExtension } from '../../lib/format/names.ts';
import { useStore } from '../../lib/store.ts';
import classes from './Documents.module.css';
import { FileKind } from './FileKind.tsx';
import { RowIcon } from './RowButton.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import { dropUpload, isGoing, type Upload, uploads } from './uploads.ts';
import { RowList } from '../../ui/RowList.tsx';

interface FileProps {
  elementId: string;
  upload: Upload;
}

/** Memoized because the panel can list 500 files and only the changed row should render again. */
const File = memo(function File({ elementId, upload }: FileProps) {
  const { retry, state, title } = upload;
  const name = withoutExtension(upload.fileName);
  const going = isGoing(upload);
  return (
    <Group component="li" wrap="nowrap" gap="s10" py="xs" align="flex-start">
      <FileKind name={upload.fileName} />
      <Stack gap="s2" flex={1} miw={0}>
        <Text truncate size="sm" fw={500} title={upload.fileName}>
          {name}
        </Text>
        <Text size="meta" c="dimmed">
          {formatSize(upload.size)} · {title}
        </Text>
        {state === 'failed' ? (
          <Text size="meta" c="var(--red-fg)" data-rejection={upload.rejection}>
            {upload.reason}
          </Text>
        ) : (
          <UploadProgress upload={upload} />
        )}
        {retry && state === 'failed' && (
          <Button variant="default" size="xs" onClick={retry} aria-label={`Retry ${name}`} mt="s4">
            Retry
          </Button>
        )}
      </Stack>
      {state !== 'saving' && (
        <RowIcon
          icon={IconX}
          label={going ? `Cancel the upload of ${name}` : `Remove ${name} from the list`}
          onClick={() => (going ? upload.cancel() : dropUpload(elementId, upload.id))}
        />
      )}
    </Group>
  );
});

/** A small file shows its progress in the row of its request and does not need the panel unless it fails. */
const needsRow = ({ state, size }: Upload): boolean =>
  state === 'failed' || (isGoing({ state }) && size > UPLOAD_PART_BYTES);

/** Toasts appear in the same corner, so the height of the panel is published for them to stay above it. */
function useRoomBelowToasts() {
  const [panel, { height }] = useResizeObserver<HTMLElement>();
  useEffect(() => {
    const { style } = document.documentElement;
    if (height > 0) style.setProperty('--uploads-height', `calc(${height}px + var(--space-40))`);
    return () => void style.removeProperty('--uploads-height');
  }, [height]);
  return panel;
}

interface Line {
  elementId: string;
  upload: Upload;
}

function Panel({ lines }: { lines: readonly Line[] }) {
  const panel = useRoomBelowToasts();
  const going = lines.some(({ upload }) => isGoing(upload));
  const sentCount = lines.filter(({ upload }) => upload.state === 'sent').length;
  const dismiss = () => {
    for (const { elementId, upload } of lines) dropUpload(elementId, upload.id);
  };
  return (
    <Paper
      ref={panel}
      component="section"
      aria-label="Uploads"
      className={classes.panel ?? ''}
      p="sm"
    >
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} component="output">
          {going ? `${sentCount} of ${lines.length} files sent` : 'Some files were not sent'}
        </Text>
        {!going && <RowIcon icon={IconX} label="Close the list of uploads" onClick={dismiss} />}
      </Group>
      <RowList mah="40vh" style={{ overflowY: 'auto' }}>
        {lines.map(({ elementId, upload }) => (
          <File key={upload.id} elementId={elementId} upload={upload} />
        ))}
      </RowList>
    </Paper>
  );
}

/**
 * Lists the uploads of all requests. It stays visible when the user navigates to another page, and is not needed for a
 * single small file.
 */
export default function UploadPanel() {
  const lines = [...useStore(uploads)].flatMap(([elementId, list]) =>
    list.map((upload) => ({ elementId, upload })),
  );
  const isNeeded = lines.length > 1 || lines.some(({ upload }) => needsRow(upload));
  return isNeeded && <Panel lines={lines} />;
}
