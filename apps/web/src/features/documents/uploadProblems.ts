/** Why a file was not sent, in words that say what to do next. */
import { UPLOAD_MAX_BYTES } from '@cairn/contract/constants';
import type { ErrorCode } from '@cairn/contract';
import { messageOf } from '@cairn/contract/errors';
import { isAcceptedName, uploadExtension } from '@cairn/contract/file-terms';
import { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';

interface Named {
  name: string;
  size: number;
}

export const NOT_SENT = 'The file could not be sent. Please try again.';
const LOST = 'The connection was lost, so this file was not sent.';

export function problemOf(file: Named): ErrorCode | null {
  if (file.size === 0) return 'FILE_TOO_SMALL';
  if (!isAcceptedName(file.name)) return 'FILE_INVALID_TYPE';
  if (file.size > UPLOAD_MAX_BYTES) return 'FILE_TOO_LARGE';
  return null;
}

export type RejectionCode = 'file-too-small' | 'file-invalid-type' | 'file-too-large';

const REJECTION_CODES: Partial<Record<ErrorCode, RejectionCode>> = {
  FILE_TOO_SMALL: 'file-too-small',
  FILE_INVALID_TYPE: 'file-invalid-type',
  FILE_TOO_LARGE: 'file-too-large',
};

/** Of files that are rejected before they are sent, in the specification's words. */
export function rejectionOf(file: Named): { code: RejectionCode; message: string } | null {
  const problem = problemOf(file);
  const code = problem && REJECTION_CODES[problem];
  return code ? { code, message: messageOf(problem) } : null;
}

/** One toast for each reason, which goes by; the reason stays on the row of each file. */
export function toastRejections(files: readonly Named[]): void {
  const messages = files.flatMap((file) => rejectionOf(file)?.message ?? []);
  for (const message of new Set(messages)) toast.error(message);
}

/** Why a file cannot be taken, or null. The server checks again. */
export function refusalOf(file: Named): string | null {
  const code = problemOf(file);
  return code && messageOf(code);
}

/** On the file's own row, where its name and its kind are known. */
export function reasonFor(file: Named, code: ErrorCode): string {
  if (code === 'FILE_INVALID_TYPE') {
    const extension = uploadExtension(file.name);
    const kind = extension === undefined ? 'this kind of file' : `.${extension} files`;
    return `We can’t take ${kind}. Send a PDF, a photo or an Office document.`;
  }
  return messageOf(code);
}

export interface NotSent {
  reason: string;
  /** The same file may go through next time. */
  canRetry: boolean;
}

const FINAL: readonly ErrorCode[] = [
  'FILE_INVALID_TYPE',
  'FILE_TOO_LARGE',
  'FILE_TOO_SMALL',
  'NOTHING_TO_ANSWER',
  'TOO_MANY_FILES',
  'UNAUTHORIZED',
];

export function notSentBecause(file: Named, failure: unknown): NotSent {
  if (!(failure instanceof CallError)) return { reason: LOST, canRetry: true };
  if (failure.status === 0) return { reason: LOST, canRetry: true };
  if (failure.code === null) return { reason: failure.message, canRetry: true };
  return { reason: reasonFor(file, failure.code), canRetry: !FINAL.includes(failure.code) };
}
