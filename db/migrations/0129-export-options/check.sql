-- Each query lists violations: any row is a failure.

-- A file in the shoebox answers no request: there is no approval to ask for.
select j.id as approved_only_of_the_shoebox from cairn.download_job j
where j.loan_id is null and 'approvedOnly' = any(j.options);
