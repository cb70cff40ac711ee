import { FILE_MESSAGES } from '@cairn/contract/constants';
import { SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { Button } from '@mantine/core';
import { IconPhotoDown } from '@tabler/icons-react';
import { useState } from 'react';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';

const ASK_AGAIN_MS = 1000;
const MAX_ASKED = 60;
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

async function downloadJpeg(documentId: string): Promise<void> {
  try {
    const { id } = await send('convertImage', { body: { documentId } });
    for (let attempt = 0; attempt < MAX_ASKED; attempt += 1) {
      const copy = await send('getDocumentWithDownloadUrl', { params: { id } });
      if (copy.downloadUrl !== null) {
        window.location.assign(copy.downloadUrl);
        return;
      }
      if (copy.scanReason !== null) {
        toast.error(SCAN_REASON_TEXTS[copy.scanReason]);
        return;
      }
      await pause(ASK_AGAIN_MS);
    }
    toast.error(FILE_MESSAGES.FILE_NOT_CLEAN);
  } catch (failure) {
    reportFailure(failure, calls.convertImage);
  }
}

/** Downloads a JPEG copy of a HEIC photo, because most computers cannot open HEIC. The original does not change. */
export default function JpegCopy({ documentId }: { documentId: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={busy}
      leftSection={<IconPhotoDown size={16} stroke={1.7} aria-hidden />}
      onClick={() => {
        setBusy(true);
        void downloadJpeg(documentId).finally(() => setBusy(false));
      }}
    >
      Download as JPEG
    </Button>
  );
}
