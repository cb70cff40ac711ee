import { calls } from '../../lib/calls.ts';
import type { Element } from '@cairn/contract';
import { announce } from '../../lib/announce.ts';
import { CallError } from '../../lib/CallError.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { makeTurns, type Turns } from '../../lib/upload/turns.ts';
import { UploadCanceled } from './putFile.ts';
import { type Progress, sendFile, stepWhileLost } from './sendFile.ts';
import { noteSent } from './sentAnswers.ts';
import {
  NOT_SENT,
  notSentBecause,
  problemOf,
  reasonFor,
  rejectionOf,
  toastRejections,
} from './uploadProblems.ts';
import { addUploads, changeUpload, dropSent, type Upload } from './uploads.ts';

/** Files that were chosen or dropped together for one request. */
interface Batch {
  element: Element;
  note: string | undefined;
  /**
   * False until a file of the batch has answered the request. That file becomes the answer or replaces it; the other
   * files are added.
   */
  isAnswered: boolean;
  /** True if all files of the batch are merged into one PDF. */
  isMerged: boolean;
  /** Runs one answer call at a time, so that exactly one file is the first. */
  answerTurns: Turns;
  /** The reason that the request accepts no more files. The remaining files of the batch are then not sent. */
  full: string | undefined;
}

interface Sending {
  batch: Batch;
  file: File;
  id: string;
}

/** More parallel uploads would only share the same bandwidth. */
const AT_ONCE = 3;
export const uploadTurns = (): Turns => makeTurns(AT_ONCE);

/** Safe to retry: a document answers a request only once. */
async function answerWith(batch: Batch, documentId: string, progress: Progress): Promise<Element> {
  const { element, note } = batch;
  const body = {
    elementId: element.id,
    loanId: element.loanId,
    documentId,
    submit: true,
    inProgress: false,
    isNew: !batch.isAnswered,
    isMerged: batch.isMerged,
    ...(note !== undefined && { note }),
  };
  const answeredElement = await stepWhileLost('answerElement', { body }, progress);
  batch.isAnswered = true;
  return answeredElement;
}

async function sendAndAnswer({ batch, file, id }: Sending, signal: AbortSignal): Promise<Element> {
  const { element } = batch;
  const change = (changed: Partial<Upload>) => changeUpload(element.id, id, changed);
  const destination = { loanId: element.loanId, formElementId: element.id };
  const progress: Progress = {
    signal,
    onProgress: ({ percent, secondsLeft, isPaused }) =>
      change({ percent, secondsLeft, state: isPaused ? 'paused' : 'sending' }),
    onSaving: () => change({ state: 'saving' }),
  };
  const documentId = await sendFile(file, destination, progress);
  return batch.answerTurns(() => answerWith(batch, documentId, progress));
}

function reportFailed({ batch, file, id }: Sending, failure: unknown, canceled: boolean): void {
  const { element } = batch;
  if (canceled || failure instanceof UploadCanceled) {
    changeUpload(element.id, id, { state: 'canceled' });
    announce(`${file.name}: Upload Canceled`);
    return;
  }
  // A failed call has already been reported. A failure of the object storage has not.
  if (!(failure instanceof CallError)) toast.error(NOT_SENT);
  const { reason, canRetry } = notSentBecause(file, failure);
  if (failure instanceof CallError && failure.code === 'TOO_MANY_FILES') batch.full = reason;
  const retry = () => void start({ batch, file, id });
  changeUpload(element.id, id, { state: 'failed', reason, ...(canRetry && { retry }) });
}

/** Uploads one file. Resolves to null if it was not sent. */
async function start(sending: Sending): Promise<Element | null> {
  const { batch, file, id } = sending;
  const { element } = batch;
  const control = new AbortController();
  // The warning stays until the file answers the request, because a file that is only uploaded would belong to no
  // request.
  const release = warnBeforeLeaving();
  changeUpload(element.id, id, {
    state: 'sending',
    percent: 0,
    cancel: () => {
      control.abort();
      changeUpload(element.id, id, { state: 'canceled' });
    },
  });
  try {
    const answeredElement = await sendAndAnswer(sending, control.signal);
    announce(`Uploaded ${batch.element.title}: ${file.name}`);
    noteSent(answeredElement);
    await refresh([...calls.createDocument.changes, ...calls.answerElement.changes]);
    changeUpload(element.id, id, { state: 'sent', percent: 100 });
    dropSent();
    return answeredElement;
  } catch (failure) {
    reportFailed(sending, failure, control.signal.aborted);
    dropSent();
    return null;
  } finally {
    release();
  }
}

function newUpload(element: Element, file: File): Upload {
  const { name: fileName, size } = file;
  const upload = { id: crypto.randomUUID(), title: element.title, fileName, size, percent: 0 };
  const problem = problemOf(file);
  if (problem === null) return { ...upload, state: 'sending', cancel: () => {} };
  return {
    ...upload,
    state: 'failed',
    reason: reasonFor(file, problem),
    rejection: rejectionOf(file)!.code,
    cancel: () => {},
  };
}

/** Lists files that match no request, with the reason, under the place where they were dropped. */
export function refuseUploads(place: Element, files: readonly File[], reason: string): void {
  toastRejections(files);
  addUploads(
    place.id,
    files.map((file) => {
      const upload = newUpload(place, file);
      return upload.state === 'failed' ? upload : { ...upload, state: 'failed', reason };
    }),
  );
}

interface AnswerOptions {
  note?: string | undefined;
  isMerged?: boolean;
  /** Shared by all requests of one drop, to limit the parallel uploads of the whole drop. */
  turns?: Turns;
}

/**
 * Sends files as the answer to one request. If a file fails, the other files are still sent. Returns the answered
 * request once for each file that was sent.
 */
export async function uploadAnswers(
  element: Element,
  files: readonly File[],
  { note, isMerged = false, turns = uploadTurns() }: AnswerOptions = {},
): Promise<Element[]> {
  const batch: Batch = {
    ...{ element, note, isMerged, isAnswered: false },
    answerTurns: makeTurns(1),
    full: undefined,
  };
  toastRejections(files);
  const added = files.map((file) => ({ file, upload: newUpload(element, file) }));
  const waiting = added
    .filter(({ upload }) => upload.state === 'sending')
    .map(({ file, upload }) => ({ batch, file, id: upload.id }));
  const drop = (id: string) => {
    const index = waiting.findIndex((each) => each.id === id);
    if (index >= 0) waiting.splice(index, 1);
    changeUpload(element.id, id, { state: 'canceled' });
  };
  addUploads(
    element.id,
    added.map(({ upload }) => ({ ...upload, cancel: () => drop(upload.id) })),
  );
  const elements: Element[] = [];
  const sendNext = async (): Promise<void> => {
    const one = waiting.shift();
    if (!one) return;
    if (batch.full !== undefined) {
      changeUpload(element.id, one.id, { state: 'failed', reason: batch.full });
      return;
    }
    const answeredElement = await start(one);
    if (answeredElement) elements.push(answeredElement);
  };
  const release = warnBeforeLeaving();
  try {
    await Promise.all(added.map(() => turns(sendNext)));
  } finally {
    release();
  }
  return elements;
}
