import { calls } from '../../kit/calls.ts';
import type { CallName, Element } from '@cairn/contract';
import { UPLOAD_MAX_BYTES } from '@cairn/contract/constants';
import { messageOf } from '@cairn/contract/errors';
import { announce } from '../../kit/announce.ts';
import { CallError } from '../../kit/CallError.ts';
import { type Reply, type Request, send } from '../../kit/client.ts';
import { reportFailure } from '../../kit/failures.ts';
import { untilOpenAgain } from '../../kit/maintenance.ts';
import { refresh } from '../../kit/queries.ts';
import { toast } from '../../kit/toast.ts';
import { putFile, UploadCanceled } from './putFile.ts';
import { changeUpload, dropUpload, putUpload } from './uploads.ts';

export const NOT_SENT = 'The file could not be sent. Please try again.';

/** Why a file cannot be taken, or null. The server checks again. */
export function refusalOf(file: { size: number }): string | null {
  if (file.size === 0) return messageOf('FILE_TOO_SMALL');
  if (file.size > UPLOAD_MAX_BYTES) return messageOf('FILE_TOO_LARGE');
  return null;
}

/**
 * A call of the upload: its failure is told the way any call's failure is. A maintenance window is no
 * failure: what was sent is kept, and the upload goes on when the window is over.
 */
export async function step<Name extends CallName>(
  name: Name,
  request: Request<Name>,
): Promise<Reply<Name>> {
  try {
    return await send(name, request);
  } catch (failure) {
    if (failure instanceof CallError && failure.code === 'MAINTENANCE') {
      await untilOpenAgain();
      return step(name, request);
    }
    reportFailure(failure, calls[name]);
    throw failure;
  }
}

async function sendFile(file: File, element: Element, signal: AbortSignal): Promise<string> {
  const { id: formElementId, loanId } = element;
  const place = await step('getUploadUrl', {
    query: { name: file.name, size: file.size, loanId, formElementId },
  });
  signal.throwIfAborted();
  const { uploadUrl: address, headers, key, provider } = place;
  await putFile({
    address,
    headers,
    file,
    signal,
    onPercent: (percent) => changeUpload(element.id, { percent }),
  });
  changeUpload(element.id, { state: 'saving' });
  const document = await step('createDocument', {
    body: { name: file.name, key, provider, size: file.size, loanId, formElementId },
  });
  return document.id;
}

function failed(element: Element, failure: unknown, canceled: boolean): void {
  if (canceled || failure instanceof UploadCanceled) {
    changeUpload(element.id, { state: 'canceled' });
    announce(`${element.title}: Upload Canceled`);
    return;
  }
  // A failed call has been told already; the store's own silence has not.
  const told = failure instanceof CallError;
  if (!told) {
    console.error('upload failed', failure);
    toast.error(NOT_SENT);
  }
  changeUpload(element.id, { state: 'failed', reason: told ? failure.message : NOT_SENT });
}

/** Sends one file as the answer to one requested document. */
export async function uploadAnswer(element: Element, file: File): Promise<void> {
  const refusal = refusalOf(file);
  if (refusal !== null) {
    toast.error(refusal);
    return;
  }
  const control = new AbortController();
  putUpload(element.id, {
    fileName: file.name,
    size: file.size,
    percent: 0,
    state: 'sending',
    cancel: () => control.abort(),
  });
  try {
    const documentId = await sendFile(file, element, control.signal);
    await step('answerElement', {
      body: { elementId: element.id, loanId: element.loanId, documentId, submit: true },
    });
    announce(`Uploaded ${element.title}`);
    await refresh([...calls.createDocument.changes, ...calls.answerElement.changes]);
    dropUpload(element.id);
  } catch (failure) {
    failed(element, failure, control.signal.aborted);
  }
}
