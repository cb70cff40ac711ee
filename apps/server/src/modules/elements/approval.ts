import type { RejectionCode, VirusScanState } from '@cairn/contract';
import type { Granted } from '../../platform/grant.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ElementRow } from './store.ts';

type Decidable = Granted<'decide', ElementRow>;

const isUsable = (state: VirusScanState | null): boolean => state === 'CLEAN' || state === null;

/** Only a requested document with a file: a folder, a question or a file still awaited has nothing [R215]. */
function refuseWithoutFile(element: Decidable): void {
  const decidable =
    element.storage_type === 'FILE' &&
    element.answer_document_id !== null &&
    !element.answer_in_progress &&
    !element.in_trash;
  if (!decidable) throw new Refusal('NOTHING_TO_DECIDE');
}

export function approved(element: Decidable, by: { accountId: string; fourEyes: boolean }) {
  refuseWithoutFile(element);
  if (element.expired || !isUsable(element.virus_scan_state))
    throw new Refusal('NOTHING_TO_DECIDE');
  const { answered_by, document_created_by, document_written_by } = element;
  const own = [answered_by, document_created_by, document_written_by].includes(by.accountId);
  if (by.fourEyes && own) throw new Refusal('FOUR_EYES');
  return {
    approved_by: by.accountId,
    rejected_by: null,
    rejection_code: null,
    rejection_reason: null,
    decided_at: new Date().toISOString(),
  };
}

/** Back to what it was: answered, and to be looked at. */
export function unapproved(element: Decidable) {
  refuseWithoutFile(element);
  return { approved_by: null, decided_at: null };
}

/**
 * What was decided was decided about other bytes [F.5: a new answer clears it]. The lender's own marks are
 * part of judging, and leave it as it is; but where two are to look, nobody changes alone what was approved.
 */
export function decisionAfterSaving(
  element: Pick<ElementRow, 'approved_by'>,
  by: { decides: boolean; fourEyes: boolean },
) {
  if (by.decides && !(by.fourEyes && element.approved_by !== null)) return {};
  return {
    approved_by: null,
    rejected_by: null,
    rejection_code: null,
    rejection_reason: null,
    decided_at: null,
  };
}

export interface Rejection {
  code?: RejectionCode | undefined;
  reason?: string | undefined;
}

/** Nobody is sent away without being told why. */
export function rejected(element: Decidable, by: { accountId: string }, why: Rejection) {
  refuseWithoutFile(element);
  if (why.reason === undefined) {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { rejectionReason: 'Required' } });
  }
  return {
    approved_by: null,
    rejected_by: by.accountId,
    rejection_code: why.code ?? null,
    rejection_reason: why.reason,
    decided_at: new Date().toISOString(),
  };
}
