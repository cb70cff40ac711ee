/** Uploads one file to the object storage and then creates the document on the server, where it waits for its scan. */
import type { CallName } from '@cairn/contract';
import { UPLOAD_PART_BYTES } from '@cairn/contract/constants';
import { calls } from '../../lib/calls.ts';
import { CallError } from '../../lib/CallError.ts';
import { type Reply, type Request, send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { untilOpenAgain } from '../../lib/maintenance.ts';
import { retryWhileLost } from '../../lib/upload/retryWhileLost.ts';
import { startedUploads, startedUploadsOfTab } from '../../lib/upload/startedUploads.ts';
import {
  type StartedUpload,
  type UploadCalls,
  uploadInParts,
  type UploadMemory,
  type UploadProgress,
} from '../../lib/upload/uploadInParts.ts';
import { UploadStalled, whileMoving } from '../../lib/upload/whileMoving.ts';
import { putBytes, putFile, StoreUnreachable } from './putFile.ts';
import { reportUploadFailure } from './reportUploadFailure.ts';

const isLost = (failure: unknown): boolean =>
  failure instanceof StoreUnreachable ||
  failure instanceof UploadStalled ||
  (failure instanceof CallError &&
    (failure.status >= 502 ||
      failure.failure === 'network error' ||
      failure.failure === 'timeout exceeded'));

/**
 * A call during a maintenance window is retried when the window ends, so the upload continues with what was already
 * sent.
 */
async function sendOrWait<Name extends CallName>(
  name: Name,
  request: Request<Name>,
): Promise<Reply<Name>> {
  try {
    return await send(name, request);
  } catch (failure) {
    if (!(failure instanceof CallError) || failure.code !== 'MAINTENANCE') throw failure;
    await untilOpenAgain();
    return sendOrWait(name, request);
  }
}

/** Sends a call of an upload and reports a failure like that of any other call. */
export async function step<Name extends CallName>(
  name: Name,
  request: Request<Name>,
): Promise<Reply<Name>> {
  try {
    return await sendOrWait(name, request);
  } catch (failure) {
    reportFailure(failure, calls[name]);
    throw failure;
  }
}

/** Like `step`, but a lost connection is not reported, because the upload shows that it is paused. */
async function partStep<Name extends CallName>(
  name: Name,
  request: Request<Name>,
): Promise<Reply<Name>> {
  try {
    return await sendOrWait(name, request);
  } catch (failure) {
    if (!isLost(failure)) reportFailure(failure, calls[name]);
    throw failure;
  }
}

interface Destination {
  loanId?: string;
  formElementId?: string;
  personal?: boolean;
}

export interface Progress {
  signal: AbortSignal;
  onProgress: (progress: { percent: number } & Omit<UploadProgress, 'sentBytes'>) => void;
  onSaving: () => void;
}

/** Uploads the file and returns the ID of its document. */
export async function sendFile(
  file: File,
  destination: Destination,
  progress: Progress,
): Promise<string> {
  const release = warnBeforeLeaving();
  try {
    const { name, size } = file;
    const key = await (size > UPLOAD_PART_BYTES
      ? sendInParts(
          file,
          {
            calls: callsFor(file, destination),
            memory: startedUploads,
            destination: JSON.stringify(destination),
          },
          progress,
        )
      : sendWhole(file, destination, progress));
    // Safe to retry: each key creates only one document.
    const document = await stepWhileLost(
      'createDocument',
      { body: { name, key, size, personal: false, ...destination } },
      progress,
    );
    return document.id;
  } catch (failure) {
    if (!progress.signal.aborted) reportUploadFailure(failure, file);
    throw failure;
  } finally {
    release();
  }
}

/** Sends the last call of an upload and retries it while the connection is lost. The call must be idempotent. */
export const stepWhileLost = <Name extends CallName>(
  name: Name,
  request: Request<Name>,
  progress: Progress,
): Promise<Reply<Name>> =>
  retryWork(progress, () => {
    progress.onSaving();
    return partStep(name, request);
  });

/**
 * Like `stepWhileLost`, for a call that is not idempotent: CONFLICT means that an earlier attempt succeeded but its
 * response was lost.
 */
export const stepOnceWhileLost = <Name extends CallName>(
  name: Name,
  request: Request<Name>,
  progress: Progress,
): Promise<void> =>
  retryWork(progress, async () => {
    progress.onSaving();
    try {
      await sendOrWait(name, request);
    } catch (failure) {
      if (failure instanceof CallError && failure.code === 'CONFLICT') return;
      if (!isLost(failure)) reportFailure(failure, calls[name]);
      throw failure;
    }
  });

const retryWork = <Value>({ signal, onProgress }: Progress, work: () => Promise<Value>) =>
  retryWhileLost(work, {
    signal,
    isLost,
    pause: pauseUntilOnline,
    onPaused: () => onProgress({ percent: 0, secondsLeft: null, isPaused: true }),
  });

/**
 * A signed URL expires after 15 minutes. It is reused until shortly before, because each new one counts against the
 * quota.
 */
const ADDRESS_GOOD_MS = 12 * 60_000;

type SignedUpload = Pick<Reply<'getUploadUrl'>, 'uploadUrl' | 'headers' | 'key'>;

/** Uploads a small file in one request. After a lost connection, the upload restarts from the beginning. */
function sendWhole(
  file: File,
  { personal, ...destination }: Destination,
  progress: Progress,
): Promise<string> {
  const { name, size } = file;
  const sign = () =>
    partStep('getUploadUrl', {
      query: { name, size, ...destination, ...(personal && { personal: 'true' }) },
    });
  return putSigned(file, sign, progress);
}

/** Null until enough bytes are sent for an estimate. */
const secondsLeftAt = (percent: number, elapsedMs: number): number | null =>
  percent === 0 || elapsedMs < 1000
    ? null
    : Math.ceil((elapsedMs * (100 - percent)) / percent / 1000);

async function putSigned(
  file: File,
  sign: () => Promise<SignedUpload>,
  progress: Progress,
): Promise<string> {
  const { signal, onProgress } = progress;
  let signed: SignedUpload | undefined;
  let signedAt = 0;
  return retryWork(progress, async () => {
    if (!signed || Date.now() - signedAt > ADDRESS_GOOD_MS) {
      signed = await sign();
      signedAt = Date.now();
    }
    signal.throwIfAborted();
    const { uploadUrl, headers, key } = signed;
    const beganAt = Date.now();
    await whileMoving(
      (either, moved) =>
        putFile({
          ...{ address: uploadUrl, headers, file, signal: either },
          onPercent: (percent) => {
            moved();
            const secondsLeft = secondsLeftAt(percent, Date.now() - beganAt);
            onProgress({ percent, secondsLeft, isPaused: false });
          },
        }),
      { signal },
    );
    return key;
  });
}

/**
 * Uploads one file of a visitor without an account. A failure is thrown and shown in the row of the file. A lost
 * connection only pauses the upload.
 */
export async function sendVisitorFile(
  file: File,
  session: string,
  progress: Progress,
): Promise<void> {
  const params = { session };
  const { name, size } = file;
  const sign = () => sendOrWait('getAnonymousUploadUrl', { params, query: { name, size } });
  const key = await (size > UPLOAD_PART_BYTES
    ? sendInParts(
        file,
        { calls: callsOfVisitor(file, session), memory: startedUploadsOfTab, destination: session },
        progress,
      )
    : putSigned(file, sign, progress));
  await retryWork(progress, async () => {
    progress.onSaving();
    try {
      await sendOrWait('createAnonymousDocument', { params, body: { name, key, size } });
    } catch (failure) {
      // No other upload uses this key, so CONFLICT means that an earlier attempt created the document but its response
      // was lost.
      const isMade = failure instanceof CallError && failure.code === 'CONFLICT';
      if (!isMade) throw failure;
    }
  });
}

interface PartsOf {
  calls: UploadCalls;
  memory: UploadMemory;
  /** Distinguishes the same file sent to different destinations. */
  destination: string;
}

function sendInParts(
  file: File,
  { calls: steps, memory, destination }: PartsOf,
  { signal, onProgress }: Progress,
): Promise<string> {
  const { name, size, lastModified } = file;
  const readBytes = async (from: number, to: number) =>
    new Uint8Array(await file.slice(from, to).arrayBuffer());
  return uploadInParts(
    { name, size, lastModified, read: readBytes },
    {
      calls: steps,
      memory,
      put: ({ url, bytes, ...part }) => putBytes({ ...part, address: url, body: bytes }),
      isLost,
      pause: pauseUntilOnline,
      now: () => Date.now(),
    },
    {
      partSize: UPLOAD_PART_BYTES,
      destination,
      signal,
      onProgress: ({ sentBytes, ...rest }) =>
        onProgress({ percent: Math.round((sentBytes / size) * 100), ...rest }),
    },
  );
}

/** Resolves to null if the server no longer knows the upload. */
async function unlessGone<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (failure) {
    if (failure instanceof CallError && failure.code === 'UPLOAD_MISSING') return null;
    throw failure;
  }
}

function callsFor(
  { name, size }: File,
  { personal = false, ...destination }: Destination,
): UploadCalls {
  const query = ({ key, uploadId }: StartedUpload) => ({
    ...destination,
    key,
    uploadId,
    size,
    personal,
  });
  const body = ({ key, uploadId }: StartedUpload) => ({
    ...destination,
    key,
    uploadId,
    size,
    personal,
  });
  return {
    start: () => partStep('createUpload', { body: { name, size, ...destination, personal } }),
    arrived: async (upload) => {
      const list = sendOrWait('listUploadParts', { query: query(upload) });
      return (await unlessGone(list))?.parts ?? null;
    },
    sign: async (upload, { number, md5 }) => {
      const part = [`${number}:${md5}`];
      const { parts } = await partStep('signUploadParts', { query: { ...query(upload), part } });
      return parts[0]!;
    },
    complete: async (upload) => void (await sendOrWait('completeUpload', { body: body(upload) })),
    abort: async (upload) => void (await send('abortUpload', { body: body(upload) })),
  };
}

function callsOfVisitor({ name, size }: File, session: string): UploadCalls {
  const params = { session };
  const of = ({ key, uploadId }: StartedUpload) => ({ key, uploadId, size });
  return {
    start: () => sendOrWait('createAnonymousUpload', { params, body: { name, size } }),
    arrived: async (upload) => {
      const list = sendOrWait('listAnonymousUploadParts', { params, query: of(upload) });
      return (await unlessGone(list))?.parts ?? null;
    },
    sign: async (upload, { number, md5 }) => {
      const query = { ...of(upload), part: [`${number}:${md5}`] };
      return (await sendOrWait('signAnonymousUploadParts', { params, query })).parts[0]!;
    },
    complete: async (upload) =>
      void (await sendOrWait('completeAnonymousUpload', { params, body: of(upload) })),
    abort: async (upload) =>
      void (await send('abortAnonymousUpload', { params, body: of(upload) })),
  };
}

function pauseUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
