/** Files on their way to the store: straight to the incoming bucket, then a document of the session. */
import { useEffect, useRef, useState } from 'react';
import { send } from '../../lib/client.ts';
import { warnBeforeLeaving } from '../../lib/leaveWarning.ts';
import { putFile, UploadCanceled } from '../documents/putFile.ts';
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
  /** Set: it was not sent. */
  reason: string | null;
  canRetry: boolean;
  cancel: () => void;
}

let lastKey = 0;

export function useFileUploads(secret: string, onArrived: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<readonly FileUpload[]>([]);
  const isSending = uploads.some(({ reason }) => reason === null);
  const change = (key: number, patch: Partial<FileUpload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...patch } : each)));
  const remove = (key: number) => setUploads((all) => all.filter((each) => each.key !== key));
  useEffect(() => (isSending ? warnBeforeLeaving() : undefined), [isSending]);
  // One after the other: a phone's connection finishes each file sooner.
  const queue = useRef<Promise<void>>(Promise.resolve());

  async function upload(key: number, file: File, signal: AbortSignal): Promise<void> {
    try {
      if (signal.aborted) return;
      const params = { session: secret };
      const {
        uploadUrl,
        headers,
        key: objectKey,
      } = await send('getAnonymousUploadUrl', {
        params,
        query: { name: file.name, size: file.size },
      });
      const onPercent = (percent: number) => change(key, { percent });
      await putFile({ address: uploadUrl, headers, file, signal, onPercent });
      const body = { name: file.name, key: objectKey, size: file.size };
      await send('createAnonymousDocument', { params, body });
      await onArrived();
      remove(key);
    } catch (failure) {
      if (failure instanceof UploadCanceled) remove(key);
      else change(key, notSentBecause(file, failure));
    }
  }

  function add(files: readonly File[]): void {
    toastRejections(files);
    for (const file of files) {
      const key = (lastKey += 1);
      const abort = new AbortController();
      const cancel = () => {
        abort.abort();
        remove(key);
      };
      const problem = problemOf(file);
      const reason = problem && reasonFor(file, problem);
      setUploads((all) => [...all, { key, file, percent: 0, reason, canRetry: false, cancel }]);
      if (reason === null)
        queue.current = queue.current.then(() => upload(key, file, abort.signal));
    }
  }

  const retry = ({ key, file }: FileUpload): void => {
    remove(key);
    add([file]);
  };
  return { uploads, isSending, add, retry };
}
