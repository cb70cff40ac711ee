import type { Document, ScanReason } from '@cairn/contract';
import { kindOf } from '@cairn/contract/file-kinds';

/** The reason that the scan blocked the file; undefined if the file is not blocked. */
export const blockedBecause = (
  file: Pick<Document, 'virusScanState' | 'scanReason'> | null | undefined,
): ScanReason | undefined =>
  file?.scanReason ?? (file?.virusScanState === 'INFECTED' ? 'VIRUS' : undefined);

/**
 * The React key of a preview. It changes when the pages of a file are converted, so that the preview loads them. A PDF
 * needs no conversion.
 */
export function previewKey({ id, name, contentState }: Document): string {
  const isWaiting = contentState === null || contentState === 'PROCESSING';
  return kindOf(name) !== 'pdf' && isWaiting ? `${id} waiting` : id;
}
