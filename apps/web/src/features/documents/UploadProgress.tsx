import type { Element } from '@cairn/contract';
import { IconAlertCircle, IconLoader2, IconX } from '@tabler/icons-react';
import { StatusChip } from '../../kit/StatusChip.tsx';
import classes from './Documents.module.css';
import { RowIcon } from './RowButton.tsx';
import { type Upload, uploads } from './uploads.ts';

/** Stands where the chip stands while a file is on its way, and says how it ended if it did not. */
export function UploadProgress({ upload }: { upload: Upload }) {
  if (upload.state === 'canceled') return <span className={classes.ended}>Upload Canceled</span>;
  if (upload.state === 'failed') {
    return (
      <span className={classes.failed} title={upload.reason}>
        <IconAlertCircle size={14} stroke={1.7} aria-hidden />
        Not sent
      </span>
    );
  }
  if (upload.state === 'saving') {
    return <StatusChip hue="gray" icon={IconLoader2} label="Saving" busy />;
  }
  return (
    <span className={classes.sending}>
      <progress
        className={classes.bar}
        aria-label={`Uploading ${upload.fileName}`}
        value={upload.percent}
        max={100}
      />
      <span className={classes.percent}>{upload.percent}%</span>
    </span>
  );
}

export function CancelUpload({ element }: { element: Element }) {
  return (
    <RowIcon
      icon={IconX}
      label={`Cancel the upload of ${element.title}`}
      onClick={() => uploads.get().get(element.id)?.cancel()}
    />
  );
}
