import type { Document, ScanReason } from '@cairn/contract';
import { kindOf } from '@cairn/contract/file-kinds';

/** Why the file is not served, where the scan blocked it. */
export const blockedBecause = (
  file: Pick<Document, 'virusScanState' | 'scanReason'> | null | undefined,
): ScanReason | undefined =>
  file?.scanReason ?? (file?.virusScanState === 'INFECTED' ? 'VIRUS' : undefined);

/** For another one once the pages of a file are there, when the preview asks for them. A PDF needs no conversion. */
export function previewKey({ id, name, contentState }: Document): string {
  const isWaiting = contentState === null || contentState === 'PROCESSING';
  return kindOf(name) !== 'pdf' && isWaiting ? `${id} waiting` : id;
}
