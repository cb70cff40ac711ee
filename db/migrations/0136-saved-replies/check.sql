-- Each query lists violations: any row is a failure.

select company_id as more_than_a_company_keeps from cairn.saved_reply group by company_id having count(*) > 200;
