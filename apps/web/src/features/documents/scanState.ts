import type { Document, ScanReason } from '@cairn/contract';

/** Why the file is not served, where the scan blocked it. */
export const blockedBecause = (
  file: Pick<Document, 'virusScanState' | 'scanReason'> | null | undefined,
): ScanReason | undefined =>
  file?.scanReason ?? (file?.virusScanState === 'INFECTED' ? 'VIRUS' : undefined);
