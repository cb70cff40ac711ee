import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { DocumentRow } from './store.ts';

/** A file is served only after its scan found it clean. */
export const isUsable = ({ virus_scan_state }: Pick<DocumentRow, 'virus_scan_state'>): boolean =>
  virus_scan_state === 'CLEAN';

/** An infected file is never served and cannot answer a request. */
export const isBlocked = ({ virus_scan_state }: Pick<DocumentRow, 'virus_scan_state'>): boolean =>
  virus_scan_state === 'INFECTED';

type Written = Pick<DocumentRow, 'virus_scan_state' | 'written_by'>;

/**
 * Whether the actor may edit the version they were served: a person's own last save may be edited while its scan is
 * in progress.
 */
export const isOpenTo = (document: Written, actor: Actor): boolean =>
  isUsable(document) ||
  (document.virus_scan_state !== 'INFECTED' && document.written_by === actor.accountId);

/** The sender, everyone who may replace the file, and staff while it is not filed. */
export const mayUnlock = (
  { created_by }: Pick<DocumentRow, 'created_by'>,
  actor: Actor,
  request: { elementId: string | null; maySave: boolean },
): boolean =>
  created_by === actor.accountId ||
  request.maySave ||
  (request.elementId === null && isStaff(actor));

/** Only the lender edits office files; a borrower sends another file instead. */
export const mayEditOffice = (actor: Actor, { maySave }: { maySave: boolean }): boolean =>
  maySave && (isStaff(actor) || isPlatformAdmin(actor));
