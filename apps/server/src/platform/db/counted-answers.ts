/**
 * Answers as the counters of a loan count them, for those who count only what they see, and for the review queue. In the
 * database app.tally says the same. The element's alias is `e`.
 */

const fileIs = (condition: string): string => `exists (select from document d
  where d.company_id = e.company_id and d.id = e.answer_document_id and ${condition})`;

/** Sent, and not with a file that was blocked. What a lender approved counts in any case. */
export const COUNTS_AS_ANSWERED = `(e.answered and (e.approved_by is not null
  or not ${fileIs(`d.virus_scan_state <> 'CLEAN'
    and (d.virus_scan_state = 'INFECTED' or d.scan_reason is not null)`)}))`;

/** A scanned file, or an answer without one that a lender decides about: "doesn't apply", or a driver's license. */
export const CAN_BE_REVIEWED = `(e.question_type is null
    and coalesce(e.answer_value ?| array['doesNotApply', 'driversLicense'], false)
  or ${fileIs("d.virus_scan_state = 'CLEAN'")})`;

/** Sent, not expired, and without a decision. */
export const WAITS_FOR_REVIEW = `(e.answered and e.approved_by is null and e.rejected_by is null
  and ${CAN_BE_REVIEWED})`;
