/** Uploads files to a shoebox, before they are assigned to a request. */
import { announce } from '../../lib/announce.ts';
import { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { refresh } from '../../lib/queries.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { toast } from '../../lib/toast.ts';
import { makeTurns } from '../../lib/upload/turns.ts';
import { UploadCanceled } from '../documents/putFile.ts';
import { type Progress, sendFile, stepOnceWhileLost } from '../documents/sendFile.ts';
import {
  NOT_SENT,
  notSentBecause,
  problemOf,
  reasonFor,
  toastRejections,
} from '../documents/uploadProblems.ts';
import { isGoing } from '../documents/uploads.ts';
import {
  type Place,
  type ShoeboxUpload,
  type ShoeboxUploads,
  shoeboxUploads,
} from './shoeboxUploads.ts';

export const uploadsOf = (all: ShoeboxUploads, userId: string, place: Place): ShoeboxUpload[] =>
  (all.get(userId) ?? []).filter((upload) => upload.place.loanId === place.loanId);

/** Whether uploads of this user are still in progress [R103]. */
export const isUploading = (all: ShoeboxUploads, userId: string): boolean =>
  (all.get(userId) ?? []).some(isGoing);

function changeUploads(
  userId: string,
  change: (now: readonly ShoeboxUpload[]) => ShoeboxUpload[],
): void {
  shoeboxUploads.set((all) => new Map(all).set(userId, change(all.get(userId) ?? [])));
}

const patch = (userId: string, id: string, changed: Partial<ShoeboxUpload>): void =>
  changeUploads(userId, (now) =>
    now.map((each) => (each.id === id ? { ...each, ...changed } : each)),
  );

export const dismissUpload = (userId: string, id: string): void =>
  changeUploads(userId, (now) => now.filter((each) => each.id !== id));

interface Sending {
  userId: string;
  id: string;
  file: File;
  place: Place;
  control: AbortController;
}

async function sendOne({ userId, id, file, place, control }: Sending): Promise<void> {
  const where = place.loanId === null ? {} : { loanId: place.loanId };
  const personal = place.loanId === null;
  const progress: Progress = {
    signal: control.signal,
    onProgress: ({ percent, secondsLeft, isPaused }) =>
      patch(userId, id, { percent, secondsLeft, state: isPaused ? 'paused' : 'sending' }),
    onSaving: () => patch(userId, id, { state: 'saving' }),
  };
  const documentId = await sendFile(file, { ...where, personal }, progress);
  const body = {
    documentId,
    shoeboxType: personal ? ('PERSONAL' as const) : ('LOAN' as const),
    ...where,
    ...(place.userId !== undefined && { userId: place.userId }),
  };
  await stepOnceWhileLost('createShoeboxItem', { body }, progress);
}

function reportFailed(sending: Sending, failure: unknown): void {
  const { userId, id, file, control } = sending;
  if (control.signal.aborted || failure instanceof UploadCanceled) {
    patch(userId, id, { state: 'canceled' });
    announce(`${file.name}: Upload Canceled`);
    return;
  }
  // The client already reported a failed call. A failure of the object storage has not been reported yet.
  if (!(failure instanceof CallError)) toast.error(NOT_SENT);
  const { reason, canRetry } = notSentBecause(file, failure);
  const retry = () => void sendAndTell({ ...sending, control: new AbortController() });
  patch(userId, id, { state: 'failed', reason, ...(canRetry && { retry }) });
}

async function sendAndTell(sending: Sending): Promise<void> {
  const { userId, id, file, control } = sending;
  if (control.signal.aborted) return;
  const cancel = () => {
    control.abort();
    patch(userId, id, { state: 'canceled' });
  };
  patch(userId, id, { state: 'sending', percent: 0, cancel });
  // Warns until the item is listed: an uploaded file without a shoebox item would be in no shoebox.
  const release = warnBeforeLeaving();
  try {
    await sendOne(sending);
    announce(`Uploaded ${file.name}`);
    await refresh([...calls.createDocument.changes, ...calls.createShoeboxItem.changes]);
    dismissUpload(userId, id);
  } catch (failure) {
    reportFailed(sending, failure);
  } finally {
    release();
  }
}

/** More parallel uploads would only share the same bandwidth. */
const AT_ONCE = 3;

/** Lists all files at once and uploads a few at a time. A failed file does not stop the others. */
export async function uploadToShoebox(
  userId: string,
  files: readonly File[],
  place: Place,
): Promise<void> {
  toastRejections(files);
  const waiting: Sending[] = [];
  for (const file of files) {
    const problem = problemOf(file);
    const control = new AbortController();
    const id = crypto.randomUUID();
    if (problem === null) waiting.push({ userId, id, file, place, control });
    const cancel = () => {
      control.abort();
      patch(userId, id, { state: 'canceled' });
    };
    changeUploads(userId, (now) => [
      ...now,
      {
        id,
        place,
        title: file.name,
        fileName: file.name,
        size: file.size,
        percent: 0,
        ...(problem === null
          ? { state: 'sending' }
          : { state: 'failed', reason: reasonFor(file, problem) }),
        cancel,
      },
    ]);
  }
  const turns = makeTurns(AT_ONCE);
  const release = warnBeforeLeaving();
  try {
    await Promise.all(waiting.map((sending) => turns(() => sendAndTell(sending))));
  } finally {
    release();
  }
}
