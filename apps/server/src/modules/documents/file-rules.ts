import { UPLOAD_MAX_BYTES, type ErrorCode } from '@cairn/contract';
import { isAcceptedName } from '@cairn/contract/file-terms';

/** Checks name and size before the upload; the scan checks whether the content matches the name. */
export function uploadProblem(name: string, size: number): ErrorCode | undefined {
  if (size <= 0) return 'FILE_TOO_SMALL';
  if (size > UPLOAD_MAX_BYTES) return 'FILE_TOO_LARGE';
  return isAcceptedName(name) ? undefined : 'FILE_INVALID_TYPE';
}
