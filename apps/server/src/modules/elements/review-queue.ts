/** The answers that wait for a lender's decision, for the review page. */
import type { ReviewItem } from '@cairn/contract';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Reads } from '../../platform/db/db.ts';
import { presentJoinedDocument } from '../documents/index.ts';
import { doesNotApplyOf, driversLicenseIn } from './answer-patch.ts';
import { isOwnAnswer } from './approve-element.ts';
import { checksOf } from './check-answers.ts';
import { asksForFourEyes } from './four-eyes-store.ts';
import { packagePolicy } from './policy.ts';
import { presentPerson } from './present.ts';
import {
  loansToReview,
  MAX_REVIEW_LOANS,
  namedAnswers,
  namedLoans,
  openAnswers,
  type LoanToReview,
  type ReviewRow,
} from './review-store.ts';

/** Size of a page; more items follow as these are decided. */
export const MAX_REVIEW_ITEMS = 100;

/** As many loans as needed to fill a page, according to their counters. */
function firstLoans(loans: readonly LoanToReview[]): LoanToReview[] {
  let waiting = 0;
  return loans.filter(({ files_to_review }) => {
    const isNeeded = waiting < MAX_REVIEW_ITEMS;
    waiting += files_to_review;
    return isNeeded;
  });
}

export async function queueOf(reads: Reads, actor: Actor, loanId: string | undefined) {
  // The operator's administrators decide nothing.
  if (loanId === undefined && isPlatformAdmin(actor))
    return { loans: [], items: [], total: 0, limitedToLoans: null };
  const visible = await reads.run(
    loanId === undefined ? loansToReview(actor) : namedLoans(actor, [loanId]),
  );
  if (loanId !== undefined) {
    if (!visible[0]) throw new ApiError('LOAN_NOT_FOUND');
    authorize(packagePolicy, 'review', actor, visible[0]);
  }
  const isLimited = visible.length > MAX_REVIEW_LOANS;
  const loans = visible
    .slice(0, MAX_REVIEW_LOANS)
    .filter((loan) => packagePolicy.review(actor, loan));
  const first = firstLoans(loans);
  const rows =
    first.length === 0 ? [] : await reads.run(openAnswers(actor, first, MAX_REVIEW_ITEMS));
  const waiting = loans.reduce((sum, { files_to_review }) => sum + files_to_review, 0);
  const isAll = rows.length < MAX_REVIEW_ITEMS && first.length === loans.length;
  return {
    ...(await presentItems(reads, actor, rows, loans)),
    total: isAll ? rows.length : Math.max(waiting, rows.length),
    limitedToLoans: isLimited ? loans.length : null,
  };
}

/** Items in any state that the caller may decide about: a page learns what happened to an answer. */
export async function namedItems(reads: Reads, actor: Actor, ids: readonly string[]) {
  const answers = await reads.run(namedAnswers(actor, ids));
  const loanIds = [...new Set(answers.map(({ loan_id }) => loan_id))];
  const visible = await reads.run(namedLoans(actor, loanIds));
  const loans = visible.filter((loan) => packagePolicy.review(actor, loan));
  const reviewable = new Set(loans.map(({ id }) => id));
  const rows = answers.filter((row) => reviewable.has(row.loan_id) && row.storage_type === 'FILE');
  return {
    ...(await presentItems(reads, actor, rows, loans)),
    total: rows.length,
    limitedToLoans: null,
  };
}

async function presentItems(
  reads: Reads,
  actor: Actor,
  rows: readonly ReviewRow[],
  loans: readonly LoanToReview[],
) {
  const fourEyes = await asksForFourEyes(reads, loans);
  const checks = await checksOf(reads, rows);
  const used = new Set(rows.map(({ loan_id }) => loan_id));
  return {
    loans: loans.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ id, name })),
    items: rows.map((row) => ({
      ...presentItem(row, fourEyes.has(row.company_id) && isOwnAnswer(row, actor)),
      checks: checks.get(row.id) ?? [],
    })),
  };
}

function stateOf(row: ReviewRow): ReviewItem['state'] {
  if (row.in_trash) return 'CLOSED';
  if (row.approved_by !== null) return 'APPROVED';
  if (row.rejected_by !== null) return 'REJECTED';
  const isUsable =
    row.virus_scan_state === 'CLEAN' ||
    doesNotApplyOf(row.answer_value) !== null ||
    driversLicenseIn(row.answer_value) !== null;
  return row.answered && !row.answer_in_progress && !row.expired && isUsable ? 'OPEN' : 'CLOSED';
}

const presentItem = (row: ReviewRow, needsOtherReviewer: boolean): Omit<ReviewItem, 'checks'> => ({
  id: row.id,
  loanId: row.loan_id,
  version: row.version,
  title: row.title,
  description: row.description,
  folder: row.folder_title,
  entity: row.entity_name,
  flags: row.flags,
  document: presentJoinedDocument(row),
  doesNotApply: doesNotApplyOf(row.answer_value),
  driversLicenseOf: driversLicenseIn(row.answer_value),
  note: row.answer_note,
  answeredDate: row.answered_at,
  state: stateOf(row),
  decidedBy: presentPerson(
    row.decider_id,
    row.decider_given_name,
    row.decider_family_name,
    row.decider_email_address,
  ),
  rejectionCode: row.rejection_code,
  rejectionReason: row.rejection_reason,
  needsOtherReviewer,
});
