/** The reasons why a file was not sent, in words that tell the user what to do next. */
import { FILE_MESSAGES, UPLOAD_MAX_BYTES } from '@cairn/contract/constants';
import type { ErrorCode } from '@cairn/contract';
import { isAcceptedName, uploadExtension } from '@cairn/contract/file-terms';
import { CallError } from '../../lib/CallError.ts';
import { toast } from '../../lib/toast.ts';

interface Named {
  name: string;
  size: number;
}

export const NOT_SENT = 'The file could not be sent. Please try again.';
const LOST = 'The connection was lost, so this file was not sent.';

type FileProblem = keyof typeof REJECTION_CODES;

export function problemOf(file: Named): FileProblem | null {
  if (file.size === 0) return 'FILE_TOO_SMALL';
  if (!isAcceptedName(file.name)) return 'FILE_INVALID_TYPE';
  if (file.size > UPLOAD_MAX_BYTES) return 'FILE_TOO_LARGE';
  return null;
}

const REJECTION_CODES = {
  FILE_TOO_SMALL: 'file-too-small',
  FILE_INVALID_TYPE: 'file-invalid-type',
  FILE_TOO_LARGE: 'file-too-large',
} as const satisfies Partial<Record<ErrorCode, string>>;
export type RejectionCode = (typeof REJECTION_CODES)[FileProblem];

/** The error code and the message, quoted from the specification, for a file that is rejected before it is sent. */
export function rejectionOf(file: Named): { code: RejectionCode; message: string } | null {
  const problem = problemOf(file);
  return problem && { code: REJECTION_CODES[problem], message: FILE_MESSAGES[problem] };
}

/** Shows one toast for each distinct reason. The row of each file keeps showing its reason after the toast closes. */
export function toastRejections(files: readonly Named[]): void {
  const messages = files.flatMap((file) => rejectionOf(file)?.message ?? []);
  for (const message of new Set(messages)) toast.error(message);
}

/** The reason why a file cannot be accepted, or null. The server checks the file again. */
export function refusalOf(file: Named): string | null {
  const problem = problemOf(file);
  return problem && FILE_MESSAGES[problem];
}

/** The reason in the row of the file, where the file type can be named. */
export const reasonFor = (file: Named, problem: FileProblem): string =>
  problem === 'FILE_INVALID_TYPE' ? typeReason(file) : FILE_MESSAGES[problem];

function typeReason(file: Named): string {
  const extension = uploadExtension(file.name);
  const kind = extension === undefined ? 'this kind of file' : `.${extension} files`;
  return `We can’t take ${kind}. Send a PDF, a photo or an Office document.`;
}

export interface NotSent {
  reason: string;
  /** True if a retry with the same file can succeed. */
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
  const reason = failure.code === 'FILE_INVALID_TYPE' ? typeReason(file) : failure.message;
  return { reason, canRetry: !FINAL.includes(failure.code) };
}
