-- no-transaction
-- Answers that wait for a decision, in the order in which they are reviewed: a page of the queue is the beginning of it.
create index concurrently element_to_review on cairn.element (company_id, loan_id, answered_at, id)
  where storage_type = 'FILE' and target_id is null and not in_trash and answered and not answer_in_progress
    and not expired and approved_by is null and rejected_by is null;
