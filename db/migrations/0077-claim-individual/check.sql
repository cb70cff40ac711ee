-- Each query lists violations: any row is a failure.

select company_id, account_id, count(*) as individuals_of_one_person from cairn.entity
where account_id is not null group by company_id, account_id having count(*) > 1;
