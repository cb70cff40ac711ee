import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { DocumentRow } from './store.ts';

/** A file is handed out once it was found clean, and not before. */
export const isUsable = ({ virus_scan_state }: Pick<DocumentRow, 'virus_scan_state'>): boolean =>
  virus_scan_state === 'CLEAN';

/** Found infected: it is never served, and cannot answer a request. */
export const isBlocked = ({ virus_scan_state }: Pick<DocumentRow, 'virus_scan_state'>): boolean =>
  virus_scan_state === 'INFECTED';

type Written = Pick<DocumentRow, 'virus_scan_state' | 'written_by'>;

/** Changed is what was handed out; one's own last save goes on while it is being checked. */
export const isOpenTo = (document: Written, actor: Actor): boolean =>
  isUsable(document) ||
  (document.virus_scan_state !== 'INFECTED' && document.written_by === actor.accountId);

/** The person who sent it, anyone who may send another in its place, and staff while it is filed nowhere. */
export const mayUnlock = (
  { created_by }: Pick<DocumentRow, 'created_by'>,
  actor: Actor,
  answered: { elementId: string | null; maySave: boolean },
): boolean =>
  created_by === actor.accountId ||
  answered.maySave ||
  (answered.elementId === null && isStaff(actor));

/** Office files are the lender's to edit: a borrower sends another file instead. */
export const mayEditOffice = (actor: Actor, { maySave }: { maySave: boolean }): boolean =>
  maySave && (isStaff(actor) || isPlatformAdmin(actor));
