import { FILE_MESSAGES } from '@cairn/contract/constants';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { toast } from '../../lib/toast.ts';

/** The download URL is requested for each download and never cached, because each request is recorded as a download. */
export async function downloadFile(documentId: string): Promise<void> {
  try {
    const { downloadUrl } = await send('getDocumentWithDownloadUrl', {
      params: { id: documentId },
    });
    if (downloadUrl === null) toast.error(FILE_MESSAGES.FILE_NOT_CLEAN);
    else window.location.assign(downloadUrl);
  } catch (failure) {
    reportFailure(failure, calls.getDocumentWithDownloadUrl);
  }
}
