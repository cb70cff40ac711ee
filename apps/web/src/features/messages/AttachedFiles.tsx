import type { Attachment } from '@cairn/contract';
import { scanReasonText } from '@cairn/contract/file-terms';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { downloadFile } from '../documents/downloadFile.ts';
import { FileKind } from '../documents/FileKind.tsx';
import { blockedBecause } from '../documents/scanState.ts';
import type { AttachedState } from './useAttachedFiles.ts';

/** The reason why a file cannot be opened; undefined if it can be opened. */
function stateOf(file: Attachment): string | undefined {
  const reason = blockedBecause(file);
  if (reason) return scanReasonText(reason, file.name);
  return file.virusScanState === 'CLEAN' ? undefined : 'Checking file';
}

function SentFile({ file }: { file: Attachment }) {
  const [asking, setAsking] = useState(false);
  const state = stateOf(file);
  return (
    <Group component="li" gap="s6" miw={0}>
      <Button
        variant="default"
        size="compact-md"
        maw="100%"
        aria-label={`Download ${file.name}`}
        leftSection={<FileKind name={file.name} />}
        disabled={state !== undefined}
        loading={asking}
        onClick={() => {
          setAsking(true);
          void downloadFile(file.id).finally(() => setAsking(false));
        }}
      >
        {file.name}
      </Button>
      {state && (
        <Text component="span" size="meta" c="dimmed">
          {state}
        </Text>
      )}
    </Group>
  );
}

/** The files of a sent message, each with a download button. */
export function SentFiles({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <Group component="ul" gap="s6" mt="xs" mb={0} p={0} aria-label="Attached files">
      {files.map((file) => (
        <SentFile key={file.id} file={file} />
      ))}
    </Group>
  );
}

/** The files of a message that is being written. */
export function ChosenFiles({ files }: { files: AttachedState }) {
  const { chosen, sending, remove } = files;
  if (chosen.length === 0 && sending === undefined) return null;
  return (
    <Group component="ul" gap="s6" px={14} pt="s4" mb={0} aria-label="Files to send">
      {chosen.map(({ id, name }) => (
        <Group key={id} component="li" gap="s4" wrap="nowrap" miw={0} maw="100%">
          <FileKind name={name} />
          <Text component="span" size="table" truncate>
            {name}
          </Text>
          <CloseButton size="sm" aria-label={`Remove ${name}`} onClick={() => remove(id)} />
        </Group>
      ))}
      {sending && (
        <Text component="li" size="meta" c="dimmed" aria-live="polite">
          Uploading {sending.name}… {sending.percent}%
        </Text>
      )}
    </Group>
  );
}
