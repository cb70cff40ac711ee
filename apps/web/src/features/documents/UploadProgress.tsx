import { Flex, Text } from '@mantine/core';
import type { Element } from '@cairn/contract';
import { IconAlertCircle, IconCheck, IconLoader2, IconX } from '@tabler/icons-react';
import { formatSize } from '../../lib/format/sizes.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import classes from './Documents.module.css';
import { RowIcon } from './RowButton.tsx';
import { timeLeft } from './timeLeft.ts';
import { type Upload, uploads } from './uploads.ts';
import { summaryOf } from './uploadSummary.ts';

const PAUSED = 'Paused. It continues when you’re back online.';

/** The summary of several files shows how many of them failed. The panel shows the reason for each file. */
export const saysReason = ({ reason }: Upload): boolean =>
  reason?.endsWith('were not sent') ?? false;

/** Replaces the status chip during an upload and shows the reason if the upload failed. */
export function UploadProgress({ upload }: { upload: Upload }) {
  if (upload.state === 'canceled')
    return (
      <Text component="span" size="meta" c="var(--ink-2)">
        Upload Canceled
      </Text>
    );
  if (upload.state === 'sent') {
    return <StatusChip hue="green" icon={IconCheck} label="Sent" />;
  }
  if (upload.state === 'failed') {
    return (
      <Flex
        component="span"
        display="inline-flex"
        align="center"
        gap={5}
        fz="meta"
        lh="meta"
        fw={500}
        c="var(--red-fg)"
        style={{ verticalAlign: 'middle' }}
        title={upload.reason}
      >
        <IconAlertCircle size={14} stroke={1.7} aria-hidden />
        {saysReason(upload) ? upload.reason : 'Not sent'}
      </Flex>
    );
  }
  if (upload.state === 'saving') {
    return <StatusChip hue="gray" icon={IconLoader2} label="Saving" busy />;
  }
  const left = upload.state === 'paused' ? PAUSED : timeLeft(upload.secondsLeft);
  return (
    <Flex component="span" gap="0 8px" align="center" wrap="wrap">
      <progress
        className={classes.bar}
        aria-label={`Uploading ${upload.fileName}`}
        value={upload.percent}
        max={100}
      />
      <Text component="span" size="meta" c="var(--ink-2)" miw={34}>
        {upload.percent}%
      </Text>
      {left !== null && (
        <Text component="span" size="meta" c="var(--ink-2)">
          {left}
        </Text>
      )}
    </Flex>
  );
}

/** The file name, shown next to the progress on a card. */
export function FileOnItsWay({ upload }: { upload: Upload }) {
  return (
    <Text
      component="span"
      display="block"
      size="body"
      c="var(--ink-2)"
      style={{ overflowWrap: 'anywhere' }}
    >
      {upload.fileName}, {formatSize(upload.size)}
    </Text>
  );
}

export function CancelUpload({ element }: { element: Element }) {
  return (
    <RowIcon
      icon={IconX}
      label={`Cancel the upload of ${element.title}`}
      onClick={() => summaryOf(uploads.get().get(element.id))?.cancel()}
    />
  );
}
