-- Each query lists violations: any row is a failure.

select id as suggestion_of_a_file_that_waits from cairn.shoebox_item
where suggestion_taken is not null and filed_at is null;
