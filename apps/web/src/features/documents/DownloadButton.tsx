import { calls } from '../../kit/calls.ts';
import { ActionIcon } from '@mantine/core';
import { messageOf } from '@cairn/contract/errors';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../kit/client.ts';
import { reportFailure } from '../../kit/failures.ts';
import { hint } from '../../kit/hint.ts';
import { toast } from '../../kit/toast.ts';
import classes from './Documents.module.css';

/** The address lives for a minute, so it is asked for when it is needed and never kept. */
async function download(documentId: string): Promise<void> {
  try {
    const { downloadUrl } = await send('getDocumentWithDownloadUrl', {
      params: { id: documentId },
    });
    if (downloadUrl === null) toast.error(messageOf('FILE_NOT_CLEAN'));
    else window.location.assign(downloadUrl);
  } catch (failure) {
    reportFailure(failure, calls.getDocumentWithDownloadUrl);
  }
}

export function DownloadButton({ documentId, title }: { documentId: string; title: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <ActionIcon
      className={classes.icon ?? ''}
      size={28}
      loading={asking}
      aria-label={`Download ${title}`}
      {...hint('Download')}
      onClick={() => {
        setAsking(true);
        void download(documentId).finally(() => setAsking(false));
      }}
    >
      <IconDownload size={16} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
