import { Group, Stack, Text } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import { useStore } from '../../lib/store.ts';
import { chooseFiles } from '../documents/chooseFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { UploadProgress } from '../documents/UploadProgress.tsx';
import classes from './Shoebox.module.css';
import {
  dismissUpload,
  type Place,
  shoeboxUploads,
  uploadToShoebox,
  uploadsOf,
} from './uploads.ts';

interface UploadingProps {
  userId: string;
  place: Place;
}

/** Files on their way, and those that did not arrive. */
export function UploadList({ userId, place }: UploadingProps) {
  const uploads = uploadsOf(useStore(shoeboxUploads), userId, place);
  if (uploads.length === 0) return null;
  return (
    <Stack component="ul" gap="s6" mah={240} style={{ overflowY: 'auto' }} aria-label="Uploads">
      {uploads.map((upload) => {
        const going = upload.state === 'sending' || upload.state === 'saving';
        const name = withoutExtension(upload.fileName);
        return (
          <Group
            key={upload.id}
            component="li"
            wrap="nowrap"
            gap="s10"
            mih={44}
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
              <Text component="span" truncate size="meta" c="dimmed">
                {upload.reason ?? formatSize(upload.size)}
              </Text>
            </Stack>
            <UploadProgress upload={upload} />
            {upload.state !== 'saving' && (
              <RowIcon
                icon={IconX}
                label={going ? `Cancel the upload of ${name}` : `Remove ${name} from the list`}
                onClick={() => (going ? upload.cancel() : dismissUpload(userId, upload.id))}
              />
            )}
          </Group>
        );
      })}
    </Stack>
  );
}

/** Where files from the desktop go, by a drop or by choice. */
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
