import type { DocumentRow } from './store.ts';

/** A file is handed out once it was found clean, and not before. */
export const isUsable = ({ virus_scan_state }: Pick<DocumentRow, 'virus_scan_state'>): boolean =>
  virus_scan_state === 'CLEAN';
