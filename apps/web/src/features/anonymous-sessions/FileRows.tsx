import { Box, Flex, Text } from '@mantine/core';
import type { AnonymousDocument } from '@cairn/contract';
import { isLockedPdf, scanReasonText } from '@cairn/contract/file-terms';
import {
  IconAlertCircle,
  IconCheck,
  IconLoader2,
  IconRefresh,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { formatSize } from '../../lib/format/sizes.ts';
import classes from '../documents/Documents.module.css';
import { FileKind } from '../documents/FileKind.tsx';
import { RowIcon } from '../documents/RowButton.tsx';
import { blockedBecause } from '../documents/scanState.ts';
import { timeLeft } from '../documents/timeLeft.ts';
import { UnlockForm } from '../documents/UnlockForm.tsx';
import type { FileUpload } from './useFileUploads.ts';

interface FileRowProps {
  name: string;
  size: number;
  status: ReactNode;
  actions?: ReactNode;
}

function FileRow({ name, size, status, actions }: FileRowProps) {
  return (
    <Flex component="li" align="center" gap="sm" py="sm" style={{ borderTop: 'var(--border)' }}>
      <FileKind name={name} />
      <Box flex={1} miw={0}>
        <Flex align="baseline" gap="xs">
          <Text truncate fw={500} title={name}>
            {withoutExtension(name)}
          </Text>
          <Text fz="meta" c="var(--ink-2)" style={{ whiteSpace: 'nowrap' }}>
            {formatSize(size)}
          </Text>
        </Flex>
        {status}
      </Box>
      {actions}
    </Flex>
  );
}

const Line = ({ color, children }: { color: string; children: ReactNode }) => (
  <Flex align="center" gap={5} fz="meta" c={color}>
    {children}
  </Flex>
);

interface DocumentProps {
  document: AnonymousDocument;
}

function ScanState({ document }: DocumentProps) {
  const reason = blockedBecause(document);
  if (reason) {
    return (
      <Line color="var(--red-fg)">
        <IconAlertCircle size={15} stroke={1.7} style={{ flex: 'none' }} aria-hidden />
        {scanReasonText(reason, document.name)}
      </Line>
    );
  }
  if (document.virusScanState === 'CLEAN') {
    return (
      <Line color="var(--green-fg)">
        <IconCheck size={15} stroke={2} aria-hidden />
        Uploaded
      </Line>
    );
  }
  return (
    <Line color="var(--ink-2)">
      <IconLoader2 size={15} stroke={1.7} aria-hidden />
      Checking for viruses
    </Line>
  );
}

interface FileRowsProps {
  documents: readonly AnonymousDocument[];
  uploads: readonly FileUpload[];
  onRemove: (document: AnonymousDocument) => void;
  onRetry: (upload: FileUpload) => void;
  /** Sends the password of a locked file. Resolves to the reason for a refusal, or to undefined on success. */
  onUnlock: (document: AnonymousDocument, password: string) => Promise<string | undefined>;
}

function Unlock({ document, onUnlock }: Pick<FileRowsProps, 'onUnlock'> & DocumentProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const unlock = async (password: string) => {
    setBusy(true);
    setProblem(await onUnlock(document, password));
    setBusy(false);
  };
  return (
    <UnlockForm
      fileName={document.name}
      isBusy={isBusy}
      problem={problem}
      onUnlock={(password) => void unlock(password)}
    />
  );
}

export function FileRows({ documents, uploads, onRemove, onRetry, onUnlock }: FileRowsProps) {
  return (
    <Box component="ul" aria-label="Files" m={0} p={0} style={{ listStyle: 'none' }}>
      {documents.map((document) => (
        <FileRow
          key={document.id}
          name={document.name}
          size={document.size}
          status={
            <>
              <ScanState document={document} />
              {isLockedPdf(document) && <Unlock document={document} onUnlock={onUnlock} />}
            </>
          }
          actions={
            <RowIcon
              icon={IconTrash}
              label={`Remove ${document.name}`}
              onClick={() => onRemove(document)}
            />
          }
        />
      ))}
      {uploads.map((upload) => (
        <FileRow
          key={upload.key}
          name={upload.file.name}
          size={upload.file.size}
          status={<UploadState upload={upload} />}
          actions={
            <>
              {upload.canRetry && (
                <RowIcon
                  icon={IconRefresh}
                  label={`Try ${upload.file.name} again`}
                  onClick={() => onRetry(upload)}
                />
              )}
              <RowIcon
                icon={IconX}
                label={`${upload.reason === null ? 'Cancel' : 'Dismiss'} ${upload.file.name}`}
                onClick={upload.cancel}
              />
            </>
          }
        />
      ))}
    </Box>
  );
}

function UploadState({ upload }: { upload: FileUpload }) {
  const { percent, secondsLeft, isPaused, reason, file } = upload;
  const left = timeLeft(secondsLeft);
  if (reason !== null) {
    return (
      <Line color="var(--red-fg)">
        <IconAlertCircle size={15} stroke={1.7} style={{ flex: 'none' }} aria-hidden />
        {reason}
      </Line>
    );
  }
  return (
    <Flex align="center" gap="sm" mt="s4">
      <progress
        className={classes.bar}
        style={{ flex: 1 }}
        aria-label={`Uploading ${file.name}`}
        value={percent}
        max={100}
      />
      <Text fz="meta" c="var(--ink-2)">
        {isPaused
          ? 'No connection. It continues once you’re back online.'
          : [`${percent}%`, left].filter((part) => part !== null).join('. ')}
      </Text>
    </Flex>
  );
}
