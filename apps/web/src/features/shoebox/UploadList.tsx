import { Group, Stack, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useStore } from '../../lib/store.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { RowButton, RowIcon } from '../documents/RowButton.tsx';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import { isGoing } from '../documents/uploads.ts';
import classes from './Shoebox.module.css';
import { type Place, type ShoeboxUpload, shoeboxUploads } from './shoeboxUploads.ts';
import { dismissUpload, uploadsOf, uploadToShoebox } from './uploads.ts';

interface UploadingProps {
  userId: string;
  place: Place;
}

/** Memoized: there can be 500 rows, and only the one that changed must render again. */
const Row = memo(function Row({ userId, upload }: { userId: string; upload: ShoeboxUpload }) {
  const { retry, state } = upload;
  const going = isGoing(upload);
  const name = withoutExtension(upload.fileName);
  return (
    <Group
      component="li"
      wrap="nowrap"
      gap="s10"
      mih="var(--touch)"
      py="s6"
      px="s10"
      bd="var(--border)"
      bdrs="md"
      bg="var(--surface)"
      style={{ font: 'var(--font-table)' }}
    >
      <FileKind name={upload.fileName} />
      <Stack component="span" gap={1} flex={1} miw={0}>
        <Text component="span" truncate inherit miw={0}>
          {name}
        </Text>
        <Text component="span" size="meta" c="dimmed">
          {upload.reason ?? formatSize(upload.size)}
        </Text>
      </Stack>
      <UploadProgress upload={upload} />
      {retry && state === 'failed' && (
        <RowButton label={`Retry ${name}`} onClick={retry}>
          Retry
        </RowButton>
      )}
      {state !== 'saving' && (
        <RowIcon
          icon={IconX}
          label={going ? `Cancel the upload of ${name}` : `Remove ${name} from the list`}
          onClick={() => (going ? upload.cancel() : dismissUpload(userId, upload.id))}
        />
      )}
    </Group>
  );
});

/** Uploads that are in progress, and those that failed. */
export function UploadList({ userId, place }: UploadingProps) {
  const uploads = uploadsOf(useStore(shoeboxUploads), userId, place);
  if (uploads.length === 0) return null;
  return (
    <Stack component="ul" gap="s6" mah={240} style={{ overflowY: 'auto' }} aria-label="Uploads">
      {uploads.map((upload) => (
        <Row key={upload.id} userId={userId} upload={upload} />
      ))}
    </Stack>
  );
}

/** Opens the file chooser. Files can also be dropped anywhere on the page, which `useFileDrop` handles. */
export function DropHere({ userId, place, label }: UploadingProps & { label: string }) {
  return (
    <button
      type="button"
      className={classes.dropHere}
      onClick={() => chooseFiles((files) => void uploadToShoebox(userId, files, place))}
    >
      <IconUpload size={17} stroke={1.7} aria-hidden />
      {label}
    </button>
  );
}
