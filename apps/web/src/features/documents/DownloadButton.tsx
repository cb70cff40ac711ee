import { calls } from '../../lib/calls.ts';
import { messageOf } from '@cairn/contract/errors';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';
import { RowIcon } from './RowButton.tsx';

/** Asked for when it is needed and never kept: asking records the download. */
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
    <RowIcon
      icon={IconDownload}
      label={`Download ${title}`}
      said="Download"
      busy={asking}
      onClick={() => {
        setAsking(true);
        void download(documentId).finally(() => setAsking(false));
      }}
    />
  );
}
