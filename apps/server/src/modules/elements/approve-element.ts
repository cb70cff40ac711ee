import type { RejectionCode, VirusScanState } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { doesNotApplyOf, driversLicenseIn } from './answer-patch.ts';
import type { ElementRow } from './store.ts';

type Decidable = Authorized<'decide', ElementRow>;

const isUsable = (state: VirusScanState | null): boolean => state === 'CLEAN' || state === null;

/** Whether four-eyes approval keeps this actor from approving: they uploaded or changed the answer. */
export const isOwnAnswer = (
  {
    answered_by,
    document_created_by,
    document_written_by,
  }: Pick<ElementRow, 'answered_by' | 'document_created_by' | 'document_written_by'>,
  { accountId }: Actor,
): boolean => [answered_by, document_created_by, document_written_by].includes(accountId);

/**
 * Only a file request with a file can be approved or rejected; folders, questions and unanswered requests cannot
 * [R215].
 */
function refuseWithoutFile(element: Decidable): void {
  const decidable =
    element.storage_type === 'FILE' &&
    (element.answer_document_id !== null ||
      doesNotApplyOf(element.answer_value) !== null ||
      driversLicenseIn(element.answer_value) !== null) &&
    !element.answer_in_progress &&
    !element.in_trash;
  if (!decidable) throw new ApiError('NOTHING_TO_DECIDE');
}

export function approvalPatch(element: Decidable, actor: Actor, fourEyes: boolean) {
  refuseWithoutFile(element);
  if (element.expired || !isUsable(element.virus_scan_state))
    throw new ApiError('NOTHING_TO_DECIDE');
  if (fourEyes && isOwnAnswer(element, actor)) throw new ApiError('FOUR_EYES');
  return {
    approved_by: actor.accountId,
    rejected_by: null,
    rejection_code: null,
    rejection_reason: null,
    decided_at: new Date().toISOString(),
  };
}

/** Columns that return an approved request to review. */
export function undoApprovalPatch(element: Decidable) {
  refuseWithoutFile(element);
  return { approved_by: null, decided_at: null };
}

/** Columns that return a rejected request to review, whether or not the uploader was notified. */
export function undoRejectionPatch(element: Decidable) {
  refuseWithoutFile(element);
  if (element.rejected_by === null) throw new ApiError('NOTHING_TO_DECIDE');
  return { rejected_by: null, rejection_code: null, rejection_reason: null, decided_at: null };
}

/**
 * Columns after the bytes of an answer changed. The decision was about other bytes [F.5: a new answer clears it]. A
 * rejection is kept if the lender only marked up the file, because the marks show what it meant; an approved file
 * must be approved again.
 */
export function decisionPatchAfterSave(
  element: Pick<ElementRow, 'approved_by'>,
  { decides }: { decides: boolean },
) {
  if (decides && element.approved_by === null) return {};
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

/** Columns of a rejection, which always has a reason. */
export function rejectionPatch(element: Decidable, actor: Actor, rejection: Rejection) {
  refuseWithoutFile(element);
  if (rejection.reason === undefined) {
    throw invalidField('rejectionReason', 'Required');
  }
  return {
    approved_by: null,
    rejected_by: actor.accountId,
    rejection_code: rejection.code ?? null,
    rejection_reason: rejection.reason,
    decided_at: new Date().toISOString(),
  };
}
