/** A visitor's uploads: each file goes directly to the incoming bucket and then becomes a document of the session. */
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { UploadCanceled } from '../documents/putFile.ts';
import { sendVisitorFile } from '../documents/sendFile.ts';
import { keepUnfinishedFiles, unfinishedFiles } from './unfinishedFiles.ts';
import {
  notSentBecause,
  problemOf,
  reasonFor,
  toastRejections,
} from '../documents/uploadProblems.ts';

export interface FileUpload {
  key: number;
  file: File;
  percent: number;
  /** Null until enough data was sent for an estimate. */
  secondsLeft: number | null;
  /** True while the connection is lost; the upload resumes by itself. */
  isPaused: boolean;
  /** The reason why the file was not sent, or null. */
  reason: string | null;
  canRetry: boolean;
  cancel: () => void;
}

/** More parallel uploads would share the same bandwidth and finish no sooner. */
const AT_ONCE = 3;

let lastKey = 0;

interface Waiting {
  key: number;
  file: File;
  signal: AbortSignal;
}

export function useFileUploads(secret: string, onArrived: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const isSending = uploads.some(({ reason }) => reason === null);
  const change = (key: number, patch: Partial<FileUpload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  const remove = (key: number) => setUploads((all) => all.filter((each) => each.key !== key));
  const [stopped, setStopped] = useState(unfinishedFiles);
  useEffect(() => {
    const sending = uploads.flatMap(({ reason, file }) => (reason === null ? [file.name] : []));
    keepUnfinishedFiles([...stopped, ...sending]);
  }, [uploads, stopped]);
  useEffect(() => (isSending ? warnBeforeLeaving() : undefined), [isSending]);
  const waiting = useRef<Waiting[]>([]);
  const going = useRef(0);

  async function upload({ key, file, signal }: Waiting): Promise<void> {
    try {
      await sendVisitorFile(file, secret, {
        signal,
        onProgress: (progress) => change(key, progress),
        onSaving: () => change(key, { percent: 100, secondsLeft: null, isPaused: false }),
      });
      announce(`Uploaded ${file.name}`);
      await onArrived();
      remove(key);
    } catch (failure) {
      if (signal.aborted || failure instanceof UploadCanceled) remove(key);
      else change(key, { ...notSentBecause(file, failure), isPaused: false });
    }
  }

  async function sendNext(): Promise<void> {
    const next = waiting.current.shift();
    if (!next) return;
    going.current += 1;
    if (!next.signal.aborted) await upload(next);
    going.current -= 1;
    await sendNext();
  }

  function add(files: readonly File[]): void {
    toastRejections(files);
    const added = files.map((file): FileUpload & { signal: AbortSignal } => {
      const key = (lastKey += 1);
      const abort = new AbortController();
      const cancel = () => {
        abort.abort();
        remove(key);
      };
      const problem = problemOf(file);
      const reason = problem && reasonFor(file, problem);
      const { signal } = abort;
      const start = { percent: 0, secondsLeft: null, isPaused: false, canRetry: false };
      return { key, file, ...start, reason, cancel, signal };
    });
    setUploads((all) => [...all, ...added]);
    setStopped((names) => names.filter((name) => !files.some((file) => file.name === name)));
    waiting.current.push(...added.filter(({ reason }) => reason === null));
    const free = Math.min(AT_ONCE - going.current, waiting.current.length);
    for (let lane = 0; lane < free; lane += 1) void sendNext();
  }

  const retry = ({ key, file }: FileUpload): void => {
    remove(key);
    add([file]);
  };
  const forgetStopped = (): void => setStopped([]);
  return { uploads, isSending, stopped, forgetStopped, add, retry };
}
