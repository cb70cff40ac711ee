import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { downloadFile } from './downloadFile.ts';
import { RowIcon } from './RowButton.tsx';

export function DownloadButton({ documentId, title }: { documentId: string; title: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <RowIcon
      icon={IconDownload}
      label={`Download ${title}`}
      hintText="Download"
      busy={asking}
      onClick={() => {
        setAsking(true);
        void downloadFile(documentId).finally(() => setAsking(false));
      }}
    />
  );
}
