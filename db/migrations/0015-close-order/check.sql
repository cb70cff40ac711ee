-- Each query lists violations: any row is a failure.

-- Loans without a close date are ordered last.
select company_id, id from cairn.loan where (close_date is null) <> (close_order = 'infinity');
