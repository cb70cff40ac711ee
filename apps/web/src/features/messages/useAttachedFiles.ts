import type { Attachment } from '@cairn/contract';
import { MAX_ATTACHMENTS } from '@cairn/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { sendFile } from '../documents/sendFile.ts';
import { NOT_SENT, refusalOf } from '../documents/uploadProblems.ts';

const TOO_MANY = `A message has at most ${MAX_ATTACHMENTS} files`;

interface AttachedFilesProps {
  loanId: string;
  chosen: readonly Attachment[];
  onChange: (files: Attachment[]) => void;
}

export interface AttachedState {
  loanId: string;
  chosen: readonly Attachment[];
  /** The file that is being uploaded. */
  sending: { name: string; percent: number } | undefined;
  add: (files: readonly Attachment[]) => void;
  upload: (files: readonly File[]) => Promise<void>;
  remove: (id: string) => void;
}

/**
 * Manages the files of a message that is being written. They come from the package or from the device; uploads run one
 * at a time.
 */
export function useAttachedFiles({ loanId, chosen, onChange }: AttachedFilesProps): AttachedState {
  const [sending, setSending] = useState<AttachedState['sending']>(undefined);
  const control = useRef(new AbortController());
  useEffect(() => {
    control.current = new AbortController();
    return () => control.current.abort();
  }, []);

  const add = useEventCallback((files: readonly Attachment[]) => {
    const fresh = files.filter(({ id }) => chosen.every((file) => file.id !== id));
    const next = [...chosen, ...fresh];
    if (next.length > MAX_ATTACHMENTS) toast.error(TOO_MANY);
    onChange(next.slice(0, MAX_ATTACHMENTS));
  });

  const uploadOne = async (file: File): Promise<void> => {
    const { name, size } = file;
    const refused = refusalOf(file);
    if (refused !== null) {
      toast.error(refused);
      return;
    }
    setSending({ name, percent: 0 });
    const { signal } = control.current;
    try {
      const onProgress = ({ percent }: { percent: number }) => setSending({ name, percent });
      const id = await sendFile(file, { loanId }, { signal, onProgress, onSaving: () => {} });
      add([{ id, name, size, virusScanState: 'PENDING', scanReason: null }]);
    } catch (failure) {
      // A failed call has already been reported. An aborted upload needs no message because the user left the page.
      if (!(failure instanceof CallError) && !signal.aborted) toast.error(NOT_SENT);
    } finally {
      setSending(undefined);
    }
  };
  const upload = async (files: readonly File[]): Promise<void> => {
    if (chosen.length + files.length > MAX_ATTACHMENTS) {
      toast.error(TOO_MANY);
      return;
    }
    for (const file of files) await uploadOne(file);
  };

  const remove = (id: string) => onChange(chosen.filter((file) => file.id !== id));
  return { loanId, chosen, sending, add, upload, remove };
}
