-- Each query lists violations: any row is a failure.

-- A loan is marked when its counter is above zero, and only then.
select l.company_id, l.id as wrongly_marked_loan
from cairn.loan l
where (l.files_to_review > 0) <> exists (select from cairn.loan_mark m
    where (m.company_id, m.mark, m.loan_id) = (l.company_id, 'TO_REVIEW', l.id))
  or (l.trashed > 0) <> exists (select from cairn.loan_mark m
    where (m.company_id, m.mark, m.loan_id) = (l.company_id, 'TRASH', l.id));

-- No index depends on a counter: one that did would make every update of it a new entry in all indexes.
select i.indexrelid::regclass as index_on_a_counter
from pg_index i
where i.indrelid = 'cairn.loan'::regclass
  and pg_get_indexdef(i.indexrelid) ~ '\m(files|files_\w+|folders|folders_\w+|links|trashed)\M';
