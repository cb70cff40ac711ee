/** Files on their way into a shoebox, before anybody says what they answer. */
import { announce } from '../../lib/announce.ts';
import { CallError } from '../../lib/CallError.ts';
import { calls } from '../../lib/calls.ts';
import { refresh } from '../../lib/queries.ts';
import { createStore } from '../../lib/store.ts';
import { toast } from '../../lib/toast.ts';
import { UploadCanceled } from '../documents/putFile.ts';
import { sendFile, step } from '../documents/sendFile.ts';
import {
  NOT_SENT,
  notSentBecause,
  problemOf,
  reasonFor,
  toastRejections,
} from '../documents/uploadProblems.ts';
import { isGoing, type Upload } from '../documents/uploads.ts';

export interface ShoeboxUpload extends Upload {
  place: Place;
}

/** The shoebox of a loan, or one's own. */
export interface Place {
  loanId: string | null;
  /** The sender of the files, if another user uploads them. */
  userId?: string | undefined;
}

type Uploads = ReadonlyMap<string, readonly ShoeboxUpload[]>;

/** By the person who uploads [R103]: outlives the page being looked at. */
export const shoeboxUploads = createStore<Uploads>(new Map());

export const uploadsOf = (all: Uploads, userId: string, place: Place): ShoeboxUpload[] =>
  (all.get(userId) ?? []).filter((upload) => upload.place.loanId === place.loanId);

/** Whether a person's files are still on their way [R103]. */
export const isUploading = (all: Uploads, userId: string): boolean =>
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
  const documentId = await sendFile(
    file,
    { ...where, personal },
    {
      signal: control.signal,
      onProgress: ({ percent, secondsLeft, isPaused }) =>
        patch(userId, id, { percent, secondsLeft, state: isPaused ? 'paused' : 'sending' }),
      onSaving: () => patch(userId, id, { state: 'saving' }),
    },
  );
  await step('createShoeboxItem', {
    body: {
      documentId,
      shoeboxType: personal ? 'PERSONAL' : 'LOAN',
      ...where,
      ...(place.userId !== undefined && { userId: place.userId }),
    },
  });
}

function reportFailed({ userId, id, file, control }: Sending, failure: unknown): void {
  if (control.signal.aborted || failure instanceof UploadCanceled) {
    patch(userId, id, { state: 'canceled' });
    announce(`${file.name}: Upload Canceled`);
    return;
  }
  // A failed call has been told already; the store's own silence has not.
  if (!(failure instanceof CallError)) toast.error(NOT_SENT);
  patch(userId, id, { state: 'failed', reason: notSentBecause(file, failure).reason });
}

async function sendAndTell(sending: Sending): Promise<void> {
  const { userId, id, file, control } = sending;
  if (control.signal.aborted) return;
  try {
    await sendOne(sending);
    announce(`Uploaded ${file.name}`);
    await refresh([...calls.createDocument.changes, ...calls.createShoeboxItem.changes]);
    dismissUpload(userId, id);
  } catch (failure) {
    reportFailed(sending, failure);
  }
}

/** More at once would only share the line among them. */
const AT_ONCE = 3;

/** All of them are shown at once, and sent a few at a time; one that fails does not stop the others. */
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
  const next = async (): Promise<void> => {
    const one = waiting.shift();
    if (!one) return;
    await sendAndTell(one);
    await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
