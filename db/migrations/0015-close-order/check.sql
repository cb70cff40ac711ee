-- Each query lists violations: any row is a failure.

-- No close date comes after every date.
select company_id, id from cairn.loan where (close_date is null) <> (close_order = 'infinity');
