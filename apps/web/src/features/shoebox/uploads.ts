/** Files on their way into a shoebox, before anybody says what they answer. */
import { messageOf } from '@cairn/contract/errors';
import { announce } from '../../kit/announce.ts';
import { CallError } from '../../kit/CallError.ts';
import { calls } from '../../kit/calls.ts';
import { refresh } from '../../kit/queries.ts';
import { createStore } from '../../kit/store.ts';
import { toast } from '../../kit/toast.ts';
import { putFile, UploadCanceled } from '../documents/putFile.ts';
import { NOT_SENT, refusalOf, step } from '../documents/upload.ts';
import type { Upload } from '../documents/uploads.ts';

export interface ShoeboxUpload extends Upload {
  id: string;
  place: Place;
}

/** The shoebox of a loan, or one's own. */
export interface Place {
  loanId: string | null;
  /** From whom the files are, where that is not the one who uploads them. */
  userId?: string | undefined;
}

type Uploads = ReadonlyMap<string, readonly ShoeboxUpload[]>;

/** By the person who uploads [R103]: outlives the page being looked at. */
export const shoeboxUploads = createStore<Uploads>(new Map());

export const uploadsOf = (all: Uploads, userId: string, place: Place): ShoeboxUpload[] =>
  (all.get(userId) ?? []).filter((upload) => upload.place.loanId === place.loanId);

/** Whether a person's files are still on their way [R103]. */
export const isUploading = (all: Uploads, userId: string): boolean =>
  (all.get(userId) ?? []).some(({ state }) => state === 'sending' || state === 'saving');

function put(userId: string, change: (now: readonly ShoeboxUpload[]) => ShoeboxUpload[]): void {
  shoeboxUploads.set((all) => new Map(all).set(userId, change(all.get(userId) ?? [])));
}

const patch = (userId: string, id: string, changed: Partial<ShoeboxUpload>): void =>
  put(userId, (now) => now.map((each) => (each.id === id ? { ...each, ...changed } : each)));

export const dismissUpload = (userId: string, id: string): void =>
  put(userId, (now) => now.filter((each) => each.id !== id));

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
  const { uploadUrl, headers, key, provider } = await step('getUploadUrl', {
    query: { name: file.name, size: file.size, ...where, ...(personal && { personal: 'true' }) },
  });
  control.signal.throwIfAborted();
  await putFile({
    address: uploadUrl,
    headers,
    file,
    signal: control.signal,
    onPercent: (percent) => patch(userId, id, { percent }),
  });
  patch(userId, id, { state: 'saving' });
  const document = await step('createDocument', {
    body: { name: file.name, key, provider, size: file.size, ...where, personal },
  });
  await step('createShoeboxItem', {
    body: {
      documentId: document.id,
      shoeboxType: personal ? 'PERSONAL' : 'LOAN',
      ...where,
      ...(place.userId !== undefined && { userId: place.userId }),
    },
  });
}

function failed({ userId, id, file, control }: Sending, failure: unknown): void {
  if (control.signal.aborted || failure instanceof UploadCanceled) {
    patch(userId, id, { state: 'canceled' });
    announce(`${file.name}: Upload Canceled`);
    return;
  }
  // A failed call has been told already; the store's own silence has not.
  const told = failure instanceof CallError;
  if (!told) {
    console.error('upload failed', failure);
    toast.error(NOT_SENT);
  }
  patch(userId, id, { state: 'failed', reason: told ? failure.message : NOT_SENT });
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
    failed(sending, failure);
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
  const waiting: Sending[] = [];
  for (const file of files) {
    const refusal = refusalOf(file);
    if (refusal !== null) {
      toast.error(`${file.name}: ${refusal}`);
      continue;
    }
    const control = new AbortController();
    const id = crypto.randomUUID();
    waiting.push({ userId, id, file, place, control });
    const cancel = () => {
      control.abort();
      patch(userId, id, { state: 'canceled' });
    };
    put(userId, (now) => [
      ...now,
      { id, place, fileName: file.name, size: file.size, percent: 0, state: 'sending', cancel },
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

/** Of what was dropped, the files; a folder arrives as a file that cannot be read. */
export function droppedFiles({ items, files }: DataTransfer): File[] {
  const given = [...items].filter(({ kind }) => kind === 'file');
  const isFolder = given.map((item) => item.webkitGetAsEntry()?.isDirectory === true);
  if (isFolder.some(Boolean)) toast.error(messageOf('FILE_TOO_SMALL'));
  return [...files].filter((_, index) => !isFolder[index]);
}
